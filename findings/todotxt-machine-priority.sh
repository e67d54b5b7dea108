#!/bin/sh
# Software: todotxt-machine 2.2.2 (PyPI)
# A good guess: completing `(A) 2026-11-20 Call` moves the priority out of the way, to `pri:A` or nowhere, because todo.txt has
#   only dates after the `x`.
# What happens: the priority stays between the two dates, `x 2026-11-27 (A) 2026-11-20 Call`. Other programs then read `(A)
#   2026-11-20 Call` as the title, and know no date of creation.
# Seen: see `expected` below; DAY is the day of the run.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check todotxt-machine==2.2.2
cat > complete.py <<'END'
from todotxt_machine.todo import Todos
tasks = Todos(["(A) 2026-11-20 Call"], "todo.txt", "done.txt")
tasks[0].complete()
print(tasks[0].raw)
END
venv/bin/python complete.py | sed -E 's/^x [0-9-]+/x DAY/' > seen
cat > expected <<'END'
x DAY (A) 2026-11-20 Call
END
diff -u expected seen
