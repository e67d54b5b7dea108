#!/usr/bin/env python3
"""Compares the messages that ask their reader to do something with the pages that explain them, and names what is missing.

    scripts/messages.py           fails with the messages that no page has, and the rows that no message has
    scripts/messages.py --list    prints the messages, file by file

A message is a string literal of Sources; literals joined by + are one. It asks for something where REMEDY is found in it: most
messages end in "; expected …" or name a command or an option. What is computed is … in it. Rows are the first cells of the tables
in Docs/Messages*.md; a row has … for the beginning or the end of a sentence that a literal does not contain. What
ICalendarConformance reports is explained rule by rule in Docs/Conformance.md, and has no rows.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
APART = ("Calendar/ICalendarConformance/", "Stores/StoreContract/")
REMEDY = re.compile(
    r"(^|[;:,] |, or |, so |\()((expected|write|use|try again|install|remove|delete|check)\b|run (`|duecal|chmod))"
    r"|\bneeds -|-\S+ cannot be combined|^Missing …?\b(a|the)|\bwithout --allow-|\bperhaps the network asks\b|\byou can remove\b"
)
WORD = re.compile(r"\w+")
LEADS = ("… ", "…; ", "…: ", "…; expected ", "… the line stays because ")
END = re.compile(r" …$")
FEWEST = 3  # a literal with fewer words is a frame for others, such as "…; expected …"
JOIN = re.compile(r"\s*(\.visible\s*)?\+\s*")
HELP = re.compile(r"\b(help|abstract|discussion|usage|valueName):\s*(\.init\(\s*|ArgumentHelp\(\s*)?\Z")


def literal_end(text, start):
    """(end, content) of the literal at start; what is computed is …."""
    i = start
    while text[i] == "#":
        i += 1
    hashes = text[start:i]
    quotes = '"""' if text.startswith('"""', i) else '"'
    i += len(quotes)
    close, escape, content = quotes + hashes, "\\" + hashes, []
    while not text.startswith(close, i):
        if text.startswith(escape + "(", i):
            i = computed_end(text, i + len(escape) + 1)
            content.append("…")
        elif text.startswith(escape, i):
            content.append(text[i + len(escape)])
            i += len(escape) + 1
        else:
            content.append(text[i])
            i += 1
    return i + len(close), "".join(content)


def computed_end(text, i):
    depth = 1
    while depth:
        if text[i] == '"' or re.match(r'#+"', text[i : i + 8]):
            i = literal_end(text, i)[0]
            continue
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        i += 1
    return i


def literals(text):
    """(start, end, content) of every literal outside of others."""
    i = 0
    while i < len(text):
        if text.startswith("//", i):
            i = text.find("\n", i) % (len(text) + 1)
        elif text[i] == '"' or re.match(r'#+"', text[i : i + 8]):
            end, content = literal_end(text, i)
            yield i, end, content
            i = end
        elif re.match(r"#+/", text[i : i + 8]):
            hashes = re.match(r"#+", text[i:])[0]
            i = text.index("/" + hashes, i + len(hashes) + 1) + 1 + len(hashes)
        else:
            i += 1


def sentences(text):
    """The sentences of a source: its literals, those that + joins as one, without texts of help."""
    found, end = [], -1
    for start, stop, content in literals(text):
        if found and JOIN.fullmatch(text[end:start]):
            found[-1] += content
        elif not HELP.search(text[:start][-80:]) and not text.startswith('"""', start):
            found.append(content)
        end = stop
    return found


def normal(sentence):
    """A sentence without the program's name before it, its variable parts as one … each."""
    sentence = re.sub(r"^(duecal: )?(…: )*(; )?", "", sentence)
    return re.sub(r"(… ?)+…", "…", " ".join(sentence.split()))


def messages():
    """Every message that asks for something, with the files that have it."""
    found = {}
    sources = os.path.join(ROOT, "Sources")
    for folder, names, files in os.walk(sources):
        names.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), sources)
            if not name.endswith(".swift") or path.startswith(APART):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as source:
                for sentence in sentences(source.read()):
                    if REMEDY.search(sentence) and len(WORD.findall(sentence)) >= FEWEST:
                        found.setdefault(normal(sentence), path)
    return found


def rows():
    """Every message that a page explains, with its page."""
    found = {}
    docs = os.path.join(ROOT, "Docs")
    for name in sorted(os.listdir(docs)):
        if not re.fullmatch(r"Messages\w*\.md", name):
            continue
        with open(os.path.join(docs, name), encoding="utf-8") as page:
            for line in page:
                if cell := re.match(r"\| (`+) ?(.+?) ?\1 \|", line):
                    found[cell[2].replace("\\|", "|")] = name
    return found


def forms(row):
    """The literals that a row may be about: with and without the … for what other literals contain."""
    yield row
    yield END.sub("", row)
    for lead in LEADS:
        if row.startswith(lead):
            yield row[len(lead) :]
            yield END.sub("", row[len(lead) :])


def main():
    explained, said = rows(), messages()
    if "--list" in sys.argv[1:]:
        for sentence, path in sorted(said.items(), key=lambda item: item[1]):
            print(f"{path}: {sentence}")
        return 0
    meant = {row: next((form for form in forms(row) if form in said), None) for row in explained}
    named = set(meant.values())
    faults = [f"{path}: no page explains: {sentence}" for sentence, path in said.items() if sentence not in named]
    faults += [f"Docs/{page}: no message is: {row}" for row, page in explained.items() if meant[row] is None]
    print("\n".join(faults) or f"{len(said)} messages are explained")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
