" Colours of task files: projects, tasks, tags and their values.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax match taskpaperNote /^\s*\S.*$/ contains=taskpaperTag
syntax match taskpaperProject /^\s*\S.*:\ze\(\s\+@[^[:space:](]\+\((\(\\.\|[^\\)]\)*)\)\?\)*\s*$/ contains=taskpaperTag
syntax match taskpaperTask /^\s*\(-\|☐\|\[ \]\)\s.*$/ contains=taskpaperBullet,taskpaperTag transparent
syntax match taskpaperClosed /^\s*\(-\|✔\|✘\)\s.*\s@\(done\|cancelled\|canceled\)\>.*$/ contains=taskpaperBullet,taskpaperTag
syntax match taskpaperBullet /^\s*\zs\(-\|☐\|✔\|✘\)\ze\s/ contained
syntax match taskpaperTag /\(^\|\s\)\zs@[[:alnum:]._-]\+\((\(\\.\|[^\\)]\)*)\)\?/ contains=taskpaperValue
syntax match taskpaperValue /(\zs\(\\.\|[^\\)]\)*\ze)/ contained
highlight default link taskpaperProject Title
highlight default link taskpaperNote Comment
highlight default link taskpaperClosed NonText
highlight default link taskpaperBullet Operator
highlight default link taskpaperTag Identifier
highlight default link taskpaperValue Constant
let b:current_syntax = 'taskpaper'
