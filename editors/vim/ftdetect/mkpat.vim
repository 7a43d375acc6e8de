autocmd BufRead,BufNewFile *.db setfiletype mkpat
