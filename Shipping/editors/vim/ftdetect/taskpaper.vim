" Files of TaskPaper and of PlainTasks, for Vim and Neovim.
autocmd BufRead,BufNewFile *.taskpaper,*.todo set filetype=taskpaper
autocmd BufRead,BufNewFile *.ics,*.ical,*.ifb,*.icalendar if &filetype ==# '' || &filetype ==# 'conf' | set filetype=icalendar | endif
