#!/bin/sh
# Software: pytodotxt 3.1.0 (PyPI)
# A good guess: a done task whose priority stands after its `x`, as several programs write it, keeps its words and dates when
#   it is read and written; what the library does not understand stays text.
# What happens: priority and date are dropped, in either order. Only a line whose dates follow the `x` directly keeps them.
# Seen: see `expected` below.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT; cd "$work"
python3 -m venv --without-pip venv
python3 -m pip --python venv/bin/python install -q --no-compile --disable-pip-version-check pytodotxt==3.1.0
cat > rewrite.py <<'END'
import pytodotxt
for line in ("x (A) 2026-11-27 Call", "x 2026-11-27 (A) Call", "x 2026-11-27 2026-11-20 Call", "(A) 2026-11-20 Call"):
    print(line, "->", pytodotxt.Task(line))
END
venv/bin/python rewrite.py > seen
cat > expected <<'END'
x (A) 2026-11-27 Call -> x Call
x 2026-11-27 (A) Call -> x Call
x 2026-11-27 2026-11-20 Call -> x 2026-11-27 2026-11-20 Call
(A) 2026-11-20 Call -> (A) 2026-11-20 Call
END
diff -u expected seen
