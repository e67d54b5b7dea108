"""Random edits as a person's keys, for Vim and for Emacs."""
import re

# UTF-16 counts some of these twice, UTF-8 up to four times, and no line ends at U+2028.
PARTS = ["- ", "Pay ", "🧾", "@due(tomorrow)", "Ünï ", "日本", "e\u0301", "👩‍👧", "\t", "@done", "Home:", "𝒳", "x",
         " ", "16 ", "b", "\u00a0", "\u2028"]
ESC = "\x1b"
# For texts that have become long.
SHORTEN = ":8,$d\r"
EMACS_SHORTEN = [["M-<", 1], ["C-u 8 C-n", 1], ["C-SPC M-> C-w", 1]]

STARTS = [
    "Home:\n\t- Pay 🧾 rent @due(2026-11-20)\n\t- Broken @due(2026-02-30)\n",
    "Home:\r\n\t- 🧾 Pay\r\n\t- Call Ann 𝒳 @phone\r\n\r\nWork:\r\n\t- Write\r\n",
    "",
    "- no end 🧾\n- of the last line",
    "\n\n\n",
    "".join(f"- Task {n} 🧾 @due(2026-12-{n:02})\n\tNote é {n}\n" for n in range(1, 20)),
]


def text(random, newline="\r"):
    parts = random.choices(PARTS, k=random.randint(1, 5))
    if random.random() < 0.2:
        parts.insert(random.randrange(len(parts) + 1), newline)
    return "".join(parts)


# MARK: Vim

COMMANDS = """x 3X D dd 2dd dw db d} dip J 3J gJ ~ g~~ gUU guu xp ddp ddkP yyp yy3p Yjp p P 3p ]p u 2u 5u U . 3. >> <<
  >j ddu d2j dgg dG yapP \x12 \x12\x12 \x01 3\x18""".split()
MOTIONS = "w b $ 0 l 3l iw aw f@ t( j }".split()
EX = [r"%s/e/é🧾/ge", r"s/ /\r/ge", r"%s/\n\t/ /e", r"g/@/m0", r"g/^$/d", r"g/🧾/s//𝒳y/g", "2,5m$", "sort", "g/^/m0",
      "t.", "%normal A!", "%normal Ox", "%!sort -r", "1,3j", "earlier 5", "later 3", "%retab!", "%d", r"%s/^/- /",
      r"%s/\v(.)(.)/\2\1/e", r"%s/.$//e", "put =['a', '🧾 b', 'c']", r"g/x/t0", r"2,3>", "%left", "1d|$put"]
BLOCKS = ["d", "A🧾", "r𝒳", "c🧾", "~", "ygvp", "\x01", "D", f"y{ESC}P"]
PARTS_OF_LINES = ["d", "cab", "U", "J", "yP", ">", ":s/a/🧾/ge\r", "ygvp", "=", "gJ"]


def vim(random):
    """The keys of one edit, from normal mode to normal mode."""
    place = f"{random.randint(1, 40)}G{random.randint(1, 30)}|"
    words, motion = text(random), random.choice(MOTIONS)
    block = f"{random.randint(1, 3)}j{random.randint(1, 4)}l"
    edits = [
        random.choice("iIaAoO") + words,
        random.choice("iA") + words,
        random.choice(COMMANDS),
        random.choice(COMMANDS),
        "c" + motion + words,
        "d" + motion,
        "R" + words,
        "\x16" + block + random.choice(BLOCKS),
        "\x16" + block + random.choice(["I", "$A"]) + words.replace("\r", ""),
        random.choice("vV") + block + random.choice(PARTS_OF_LINES),
        ":" + random.choice(EX) + "\r",
        "qaI- " + ESC + f"jq{random.randint(1, 4)}@a",
        "qaq:let @a='xA🧾'\r3@a" + ESC,
        ':let @b="- 🧾 a\\n\\t- b é\\n"\r"b' + random.choice("pP"),
        ':let @b="𝒳 a\\nb"\r"b' + random.choice("pP"),
        "i\x12b",
    ]
    return place + random.choice(edits) + ESC


# MARK: Emacs

CHORDS = ["C-d", "C-u 5 C-d", "DEL", "C-u 3 DEL", "M-d", "C-k", "C-k C-k", "C-u 3 C-k", "M-DEL", "M-k", "M-^",
          "C-/", "C-/ C-/ C-/", "C-M-_", "C-o", "C-x C-o", "M-SPC", "M-\\", "M-u", "M-l", "M-c", "C-t", "M-t", "C-x C-t",
          "C-SPC C-u 3 C-n C-w", "C-SPC C-u 3 C-n M-w C-y", "C-SPC M-f C-w M-f C-y", "C-y", "C-y M-y", "C-y C-y", "M-q",
          "C-SPC C-n C-f C-f C-x r k", "C-x r y", "C-SPC C-n C-n C-f C-x r o",
          "C-x h C-u 2 C-x TAB", "C-a - SPC C-n", "C-e ! C-n", "C-x h C-w C-y"]
# Called as they are, because Emacs reads what they ask for with loops of their own.
FORMS = ["(replace-string \"e\" \"é🧾\" nil (point-min) (point-max))", "(sort-lines nil (point-min) (point-max))",
         "(replace-string \"\\n\" \" \" nil (point-min) (point-max))", "(flush-lines \"x\" (point-min) (point-max))",
         "(delete-duplicate-lines (point-min) (point-max))", "(reverse-region (point-min) (point-max))",
         "(capitalize-region (point-min) (point-max))", "(string-rectangle (point-min) (point) \"🧾\")",
         "(zap-to-char 1 ?a)", "(indent-rigidly (point-min) (point) 2)"]


def emacs(random):
    """The edits of one place, as [keys or a form, how often]; an error ends only one of them."""
    typed = {" ": "SPC", "\t": "C-q TAB", "\n": "RET"}
    words = " ".join(typed.get(c, c) for c in text(random, "\n"))
    place = [["M-<", 1], [f"C-u {' '.join(str(random.randint(0, 30)))} C-n", 1], ["C-f", random.randint(1, 25)]]
    keys = random.choice([words] * 5 + [random.choice(CHORDS)] * 4 + [random.choice(FORMS)])
    return place + [[keys, random.choice([1, 1, 1, 2, 4])]]


def name(number):
    """Markdown now and then, in which most lines are prose."""
    return f"tasks-{number}.{'md' if number % 7 == 6 else 'taskpaper'}"


def start(number):
    content = STARTS[number % len(STARTS)]
    return re.sub("^(\t*)- ", r"\1- [ ] ", content, flags=re.MULTILINE) if name(number).endswith("md") else content
