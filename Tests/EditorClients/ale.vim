" Drives Vim with ALE: messages follow the text, hover and completion come from duecal.
" Usage: Tests/EditorClients/ale DUECAL
set nocompatible
set runtimepath^=Shipping/editors/vim
let g:ale_linters = {'taskpaper': ['duecal']}
let g:ale_taskpaper_duecal_executable = $DUECAL_BINARY
let g:ale_duecal_executable = $DUECAL_BINARY
let g:ale_lint_on_text_changed = 'always'
let g:ale_lint_delay = 10
packadd ale
filetype plugin on
syntax on

function! Fail(what, seen) abort
  call writefile(['ale: ' . a:what . ': ' . string(a:seen)], $DUECAL_TEST_RESULT)
  cquit
endfunction

function! Until(what, question) abort
  for l:time in range(200)
    if eval(a:question)
      return
    endif
    sleep 50m
  endfor
  call Fail('timeout: ' . a:what, eval('Messages()'))
endfunction

function! Messages() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.text')
endfunction

function! Took(response) abort
  let g:answer = a:response
endfunction

execute 'edit' $DUECAL_TEST_FILE
if &filetype !=# 'taskpaper'
  call Fail('file type', &filetype)
endif
ALELint
call Until('messages', 'len(Messages()) == 1')
if Messages()[0] !~# 'no day 30'
  call Fail('messages', Messages())
endif

" ALE 3.3 saves the characters \ and n instead of ends of lines.
write
sleep 1
if len(Messages()) != 1
  call Fail('messages after a save', Messages())
endif

call setline(3, "\t- Fixed @due(2026-02-28)")
doautocmd TextChanged
ALELint
call Until('no messages', 'len(Messages()) == 0')

let g:answer = {}
let s:id = ale#lsp_linter#SendRequest(bufnr(''), 'duecal',
\ [0, 'textDocument/hover', {'textDocument': {'uri': ale#util#ToURI(expand('%:p'))},
\   'position': {'line': 1, 'character': 19}}], function('Took'))
call Until('hover', '!empty(g:answer)')
if g:answer.result.contents.value !~# 'due date'
  call Fail('hover', g:answer)
endif
call writefile(['ale: file type, messages, changes, saves and hover work'], $DUECAL_TEST_RESULT)
qall!
