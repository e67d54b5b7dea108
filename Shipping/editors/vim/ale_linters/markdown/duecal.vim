" duecal for ALE, for the tasks of Markdown files.
call ale#Set('duecal_executable', 'duecal')

function! ale_linters#markdown#duecal#Root(buffer) abort
  return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

call ale#linter#Define('markdown', {
\   'name': 'duecal',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'duecal_executable')},
\   'command': '%e lsp',
\   'language': 'markdown',
\   'project_root': function('ale_linters#markdown#duecal#Root'),
\})
