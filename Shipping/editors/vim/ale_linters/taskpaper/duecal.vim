" duecal for ALE: messages, completion, hover, actions, rename.
call ale#Set('duecal_executable', 'duecal')

function! ale_linters#taskpaper#duecal#Root(buffer) abort
  return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

call ale#linter#Define('taskpaper', {
\   'name': 'duecal',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'duecal_executable')},
\   'command': '%e lsp',
\   'language': 'taskpaper',
\   'project_root': function('ale_linters#taskpaper#duecal#Root'),
\})
