-- Drives the server as a user of Neovim would, on the file that FILE names, and writes what came of it as JSON.
local repository, program, file, out =
  os.getenv('REPOSITORY'), os.getenv('MKPAT'), os.getenv('FILE'), os.getenv('OUT')
local told = {}

local function finish()
  local handle = assert(io.open(out, 'w'))
  handle:write(vim.fn.json_encode(told))
  handle:close()
  vim.cmd('qall!')
end

local function work()
  vim.o.runtimepath = repository .. '/editors/vim,' .. vim.o.runtimepath
  vim.cmd('filetype on')
  vim.cmd('syntax on')
  local mkpat = dofile(repository .. '/editors/nvim/mkpat.lua')
  mkpat.command = { program, 'lsp' }
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  told.filetype = vim.bo.filetype
  local line = vim.fn.search('^Pattern')
  told.colour = vim.fn.synIDattr(vim.fn.synID(line, 1, 1), 'name')
  local function published(wanted)
    return vim.wait(20000, function()
      local found = false
      for _, d in ipairs(vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })) do
        found = found or d.message:match('no autohelper') ~= nil or d.code == 'KP0401'
      end
      return found == wanted
    end, 20)
  end
  local function ask(method, position, more)
    local params = {
      textDocument = vim.lsp.util.make_text_document_params(0),
      position = position,
      range = { start = position, ['end'] = position },
      context = { diagnostics = {} },
      options = { tabSize = 2, insertSpaces = true },
    }
    for key, value in pairs(more or {}) do params[key] = value end
    local answers = assert(vim.lsp.buf_request_sync(0, method, params, 20000))
    for _, answer in pairs(answers) do
      if answer.err then told.refused = answer.err.message end
      return answer.result
    end
  end
  assert(vim.wait(20000, function() return next(vim.lsp.buf_get_clients(0)) ~= nil end, 20))
  assert(vim.wait(20000, function()
    for _, client in pairs(vim.lsp.buf_get_clients(0)) do return client.initialized end
  end, 20))

  -- Type a mistake.
  local constraint = vim.fn.search('^; ')
  local text = vim.fn.getline(constraint)
  vim.api.nvim_buf_set_lines(0, constraint - 1, constraint, true, { '; owl_threatenz(*,*)' })
  told.mistake = published(true)

  -- Complete, hover, fix.
  local items = ask('textDocument/completion', { line = constraint - 1, character = 5 })
  told.completed = false
  for _, item in ipairs(items) do told.completed = told.completed or item.label == 'owl_threatens' end
  local actions = ask('textDocument/codeAction', { line = constraint - 1, character = 4 })
  for _, action in ipairs(actions) do
    if action.title:match('owl_threatens') then
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      break
    end
  end
  told.fixed = vim.fn.getline(constraint)
  told.mended = published(false)
  local hover = ask('textDocument/hover', { line = constraint - 1, character = 4 })
  told.hover = hover.contents.value
  vim.api.nvim_buf_set_lines(0, constraint - 1, constraint, true, { text })

  -- Rename the pattern.
  local edit = ask('textDocument/rename', { line = line - 1, character = 9 }, { newName = 'Renamed1' })
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  told.renamed = vim.fn.getline(line)

  -- Format.
  local colon = vim.fn.search('^:')
  told.tidy = vim.fn.getline(colon)
  vim.fn.setline(colon, told.tidy .. '   ')
  vim.lsp.util.apply_text_edits(ask('textDocument/formatting', { line = 0, character = 0 }), 0, 'utf-16')
  told.formatted = vim.fn.getline(colon)
  local symbols = ask('textDocument/documentSymbol', { line = 0, character = 0 })
  told.symbols = #symbols
end

local good, why = pcall(work)
if not good then told.failed = tostring(why) end
finish()
