" Levels are tabs, and a new line gets the bullet of the line above.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal autoindent noexpandtab tabstop=4 shiftwidth=0 softtabstop=0
setlocal comments=b:-,b:☐ commentstring= formatoptions-=t formatoptions+=nr
" A tag may have a dash or a stop in its name; the @ begins it.
setlocal iskeyword+=@-@,-
let b:undo_ftplugin = 'setlocal autoindent< expandtab< tabstop< shiftwidth< softtabstop< comments< commentstring< formatoptions< iskeyword<'
