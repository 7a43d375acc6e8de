-- Katachi's pattern databases in Neovim (0.7 or later): `require` this file, or put it into `plugin/`.
-- The folder `vim` beside this one, on the runtime path, gives colours.
local M = {}

-- How the server is started.
M.command = { 'mkpat', 'lsp' }

-- Starts the server for a buffer, or attaches the buffer to the one that runs.
function M.start(buffer)
  local found = vim.fs and vim.fs.find and
    vim.fs.find('mkpat.toml', { path = vim.api.nvim_buf_get_name(buffer), upward = true })[1]
  local file = found or vim.api.nvim_buf_get_name(buffer)
  local root = vim.fn.fnamemodify(file, ':p:h')
  local config = { name = 'mkpat', cmd = M.command, root_dir = root }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  -- Before 0.8 clients are kept by hand.
  M.clients = M.clients or {}
  M.clients[root] = M.clients[root] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, M.clients[root])
  return M.clients[root]
end

local group = vim.api.nvim_create_augroup('mkpat', {})
vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.db', 'mkpat.toml' },
  callback = function(event)
    if event.match:match('%.db$') then
      vim.bo[event.buf].filetype = 'mkpat'
    end
    M.start(event.buf)
  end,
})

return M
