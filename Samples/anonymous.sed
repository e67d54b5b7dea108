# Makes a task file anonymous and keeps its structure: sed -Ef anonymous.sed home.taskpaper
#
# Letters become x and X, digits become 0, and characters outside ASCII become others with the same number
# of bytes. Indents, bullets, punctuation, the tags to which duecal gives a meaning, and the dates in them
# stay: read the result before you send it. For GNU sed, with LC_ALL=C.

# What stays is put between line breaks.
1s/^\xEF\xBB\xBF/\n&\n/
s/@(due|deadline|start|defer|done|completed|finished|cancell?ed|dropped|started|progress|wip|priority|p|repeat|rec|recur|repeat-rule|every|except|also|remind|alarm|alert|estimate|est|duration|class|tz|todo|event|show)(\([^()]*\))?([[:space:]]|$)/\n@\1\2\n\3/g
s/@(tags|context|location|at|url|link|note|uid)(\()/\n@\1\n\2/g

# One letter at a time outside of what stays, from the last to the first. A mark replaces it, so that it is found once.
:letters
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[a-z]/\1\x01/
t letters
:capitals
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[A-Z]/\1\x02/
t capitals
:digits
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[0-9]/\1\x03/
t digits
:others
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[\xF0-\xF7][\x80-\xBF]{3}/\1\x04/
t others
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[\xE0-\xEF][\x80-\xBF]{2}/\1\x05/
t others
s/^(([^\n]*\n[^\n]*\n)*[^\n]*)[\xC2-\xDF][\x80-\xBF]/\1\x06/
t others

s/\n//g
s/\x04/😀/g
s/\x05/漢/g
s/\x06/é/g
y/\x01\x02\x03/xX0/
