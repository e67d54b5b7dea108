#!/usr/bin/env python3
"""Writes the manual pages and completions in Shipping/, and Docs/Options.md, from the help of the commands.

    docs.py COMMAND            writes them
    docs.py --check COMMAND    says which are not as they would be written, and fails if any is

Options and examples come from the command's help, exit statuses, variables and files from the tables in
Docs/.
"""
import json
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHIPPING = ROOT / "Shipping"
COMPLETIONS = {"bash": "duecal.bash", "zsh": "_duecal", "fish": "duecal.fish"}
# The day of the pages' last change of substance, raised by hand.
DATE = "2026-11-21"


def roff(text):
    """Text as roff has it: nothing in it is a command, and a hyphen is one that can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    escaped = escaped.replace("'", "\\(aq").replace("`", "\\(ga").replace('"', "\\(dq")
    escaped = "".join(c if c < "\x7f" else f"\\[u{ord(c):04X}]" for c in escaped)
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in escaped.split("\n"))


def prose(text):
    """A paragraph, with what stands in backquotes in bold."""
    marked = ""
    for number, part in enumerate(re.split(r"`([^`]*)`", text)):
        if number % 2:
            marked += f"\\fB{roff(part)}\\fR"
        elif part:
            marked += re.sub(r"(?<=\w)\\-(?=\w)", "-", roff(part))
    lines = textwrap.wrap(marked, 78, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in lines)


def entry(head, body):
    return f".TP\n{head}\n{body}\n"


def value(argument):
    """What is given: of `when> <paths` two words, as --help shows them, the last repeated."""
    is_word = argument["kind"] == "positional"
    name = argument["valueName"].rstrip("s") if is_word else argument["valueName"]
    words = re.sub("<([^>]*)>", lambda match: f"\\fI{roff(match[1])}\\fR", f"<{name}>")
    return words + (" ..." if (is_word or "> <" in name) and "..." not in name else "")


def option_names(argument):
    """The names of an option as they are typed, the shortest first: -o, --output."""
    dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
    return [dashes[name["kind"]] + name["name"] for name in sorted(argument["names"], key=lambda name: len(name["name"]))]


def option_head(argument):
    """The names of an option with its value: -o, --output FILE."""
    head = ", ".join(f"\\fB{roff(name)}\\fR" for name in option_names(argument))
    return head + (f" {value(argument)}" if argument["kind"] == "option" else "")


def option_body(argument):
    default = argument.get("defaultValue", "")
    shown = default if default == default.strip() else f'"{default}"'
    return prose(argument["abstract"] + (f" By default `{shown}`." if shown else ""))


def options(command):
    """The options, under the headings that --help gives them."""
    groups = {}
    for argument in command["arguments"]:
        if argument["shouldDisplay"] and argument["kind"] != "positional":
            groups.setdefault(argument.get("sectionTitle", ""), []).append(argument)
    # Those without a heading come last in --help too.
    text = ".SH OPTIONS\n"
    for title in sorted(groups, key=lambda title: title == ""):
        if len(groups) > 1:
            text += f".SS {roff(title or 'Other options')}\n"
        text += "".join(entry(option_head(a), option_body(a)) for a in groups[title])
    return text


def synopsis(command, name):
    if "superCommands" not in command:
        return f".SH SYNOPSIS\n.B {name}\n.I command\n[\\fIargument\\fR ...]\n"
    if any(child["commandName"] != "help" for child in command.get("subcommands", [])):
        return f".SH SYNOPSIS\n.B {name}\n.I command\n[\\fIargument\\fR ...]\n"
    words = "".join(f"\n{value(argument)}" for argument in command["arguments"]
                    if argument["kind"] == "positional")
    return f".SH SYNOPSIS\n.B {name}\n[\\fIoption\\fR ...]\\&{words}\n"


def arguments(command):
    found = [a for a in command["arguments"] if a["kind"] == "positional"]
    return "".join(entry(value(a), prose(a["abstract"])) for a in found)


def paragraphs(command):
    """What stands in a command's help: its examples, and the paragraphs that only the help needs not."""
    plain, examples = [], []
    for paragraph in command.get("discussion", "").split("\n\n"):
        head, _, rest = paragraph.partition("\n")
        if head == "Examples:":
            examples = [line.strip() for line in rest.split("\n")]
        elif not head.startswith(("Exit status:", "Manual:")):
            plain.append(" ".join(paragraph.split()))
    return plain, examples


def rows(document, heading):
    """The rows of the table in a document whose first heading is this."""
    lines = (ROOT / "Docs" / document).read_text().split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    for line in lines[start + 2:]:
        if not line.startswith("|"):
            return
        line = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", line)  # a page has no links
        yield [cell.strip() for cell in line.strip("|").split("|")]


def statuses():
    text = ".SH EXIT STATUS\nIf there are several reasons, the most specific one counts.\n"
    for code, meaning, example in rows("ExitCodes.md", "code"):
        if example != "not used yet":
            more = f" (for example: {example})" if example else ""
            text += entry(f"\\fB{code}\\fR", prose(f"{meaning}{more}"))
    return text


# What Environment.md calls all commands that change tasks.
CHANGES = "what changes tasks", "add, done, undone, cancel, move, snooze, tag, resolve, archive"


def surroundings(title, heading, name):
    """The section of variables or of files, those of one command or of all."""
    text = ""
    for what, commands, says in rows("Environment.md", heading):
        if name is None or commands == "all" or name in commands.replace(*CHANGES).split(", "):
            text += entry(prose(what), prose(says[0].upper() + says[1:] + "."))
    return f".SH {title}\n{text}" if text else ""


def parts(command):
    """The commands below one that has a page, and so none of their own."""
    text = ""
    for child in command.get("subcommands", []):
        if child["commandName"] != "help":
            words = "".join(f" [\\fI{roff(a['valueName'])}\\fR]" for a in child["arguments"]
                            if a["kind"] == "positional")
            plain, _ = paragraphs(child)
            body = "\n.IP\n".join(prose(p) for p in [child["abstract"], *plain])
            text += entry(f"\\fB{roff(child['commandName'])}\\fR{words}", body)
    return f".SH COMMANDS\n{text}" if text else ""


def keys():
    """The keys of the configuration."""
    text = ".SH KEYS\nIn a file of TOML; a table has its name in brackets on a line of its own.\n"
    for key, value, says in rows("Configuration.md", "key"):
        text += entry(prose(key), prose(f"{value[0].upper() + value[1:]}: {says}."))
    return text


def commands(command):
    text = ".SH COMMANDS\n"
    for child in command["subcommands"]:
        if child["commandName"] != "help":
            head = f"\\fB{roff('duecal-' + child['commandName'])}\\fR(1)"
            text += entry(head, prose(child["abstract"]))
    return text


def see_also(command, pages):
    own = "-".join(command.get("superCommands", []) + [command["commandName"]])
    others = ",\n".join(f".BR {roff(page)} (1)" for page in pages if page != own)
    others = re.sub(r"\(1\),", "(1),", others)
    documents = prose("The documents that come with duecal, in particular Format.md, Dates.md, "
                      "iCalendar.md and Publishing.md.")
    bugs = prose("Bugs.md says what a report should have, and how to make a file anonymous.")
    return f".SH SEE ALSO\n{others}\n.PP\n{documents}\n.SH REPORTING BUGS\n{bugs}\n"


def page(command, version, pages):
    """A manual page."""
    name = command["commandName"] if "superCommands" in command else None
    full = "duecal" + (f"-{name}" if name else "")
    plain, examples = paragraphs(command)
    abstract = command["abstract"].rstrip(".")
    text = ".\\\" Written by scripts/docs.py; `make docs` writes it again.\n"
    text += f'.TH {roff(full.upper())} 1 {DATE} "{version}" "User commands"\n'
    text += f".SH NAME\n{roff(full)} \\- {prose(abstract[0].lower() + abstract[1:])}\n"
    text += synopsis(command, f"duecal {name}" if name else "duecal")
    plain = plain or [command["abstract"]]
    if command.get("aliases"):
        plain.append("The command may also be called " + ", ".join(f"`duecal {a}`" for a in command["aliases"]) + ".")
    text += ".SH DESCRIPTION\n" + "\n.PP\n".join(prose(p) for p in plain) + "\n"
    text += arguments(command) + (parts(command) if name else commands(command)) + options(command)
    if name == "config":
        text += keys()
    text += statuses()
    text += surroundings("ENVIRONMENT", "variable", name) + surroundings("FILES", "file", name)
    text += ".SH EXAMPLES\n.EX\n" + "\n".join(roff(line) for line in examples) + "\n.EE\n"
    return text + see_also(command, pages)


def spelled(argument):
    """The names of an option with its value, as they are typed."""
    words = ", ".join(f"`{name}`" for name in option_names(argument))
    name = argument.get("valueName", "").replace("> <", " ")
    return words, f"`{name}`" if argument["kind"] == "option" else ""


def option_rows(command, words, rows):
    """Adds the options of a command and those below it: for each what it says, and which commands have it."""
    for argument in command.get("arguments", []):
        if argument["shouldDisplay"] and argument["kind"] != "positional" and words[:1] != ["help"]:
            names, value = spelled(argument)
            body = argument.get("abstract", "")
            if argument.get("allValues") and not argument["valueName"].count("|"):
                body += f" One of {', '.join(argument['allValues'])}."
            commands = rows.setdefault((names, value, body), [])
            if words and " ".join(words) not in commands:
                commands.append(" ".join(words))
    for child in command.get("subcommands", []):
        option_rows(child, words + [child["commandName"]], rows)


def options_page(root):
    """The table of all options of all commands."""
    rows = {}
    option_rows(root, [], rows)
    count = max(len(commands) for commands in rows.values())
    text = "# Options\n\nAll options of all commands. This page is written by `make docs` from the help of the "
    text += "commands.\n\n| option | value | meaning | commands |\n|---|---|---|---|\n"
    key = lambda row: (re.sub("[^a-z]", "", row[0][0].split("`--")[-1]), row[0])
    for (names, value, body), commands in sorted(rows.items(), key=key):
        where = ", ".join(f"`{name}`" for name in sorted(commands)) if len(commands) < count else "all"
        text += "| " + " | ".join(cell.replace("|", "\\|") for cell in (names, value, body, where or "`duecal`")) + " |\n"
    return text + "\nBack to the [README](../README.md#documentation) · Next: [Messages](Messages.md)\n"


def network_page(version):
    """The page of `duecal-net`, which is duecal with more of the world."""
    text = ".\\\" Written by scripts/docs.py; `make docs` writes it again.\n"
    text += f'.TH DUECAL\\-NET 1 {DATE} "{version}" "User commands"\n'
    text += f".SH NAME\n{roff('duecal-net')} \\- {prose('duecal with calendars on a network')}\n"
    text += ".SH SYNOPSIS\n.B duecal\\-net\n.I command\n[\\fIargument\\fR ...]\n.SH DESCRIPTION\n"
    text += "\n.PP\n".join(prose(paragraph) for paragraph in [
        "Has the commands of `duecal`, with the same options. A calendar may be named by its address too: `https://`, "
        "`http://`, `webcals://` or `webcal://`.",
        "There is no need to call it: given an address, `duecal` runs the `duecal-net` in the same "
        "folder, and opens no socket itself.",
        "`webcal` is asked over TLS. A redirect from https to http is not followed, and a name and a password go to "
        "no other server than theirs. Net.md, which comes with duecal, says what it requests and what it refuses."])
    text += "\n" + statuses() + surroundings("ENVIRONMENT", "variable", "net") + surroundings("FILES", "file", "net")
    return text + ".SH SEE ALSO\n.BR duecal (1)\n"


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def with_help_topics(shell, script, listed):
    """A completion script that has commands to offer after `duecal help`; the generator offers none."""
    names = [c["commandName"] for c in listed]
    if shell == "fish":
        condition = "__duecal_should_offer_completions_for_positional \"duecal help\" -eq 1"
        topics = [(c["commandName"], c["abstract"].replace("\\", "\\\\").replace("'", "\\'")) for c in listed]
        return script.rstrip("\n") + "".join(
            f"\ncomplete -c 'duecal' -n '{condition}' -fa '{name}' -d '{abstract}'" for name, abstract in topics)
    if shell == "bash":
        old = "_duecal_help() {\n"
        words = "'$'\\n''".join(names)
        new = f"{old}    __duecal_add_completions -W '{words}'\n"
    else:
        old, new = "'*:subcommands:'", f"'1:command:({' '.join(names)})'"
    return replaced_once(script, old, new)


def with_aliases(shell, script, listed):
    """A completion script that completes the words of an alias as those of its command; the generator knows no aliases."""
    pairs = [(alias, c["commandName"]) for c in listed for alias in c.get("aliases", [])]
    if shell == "fish":
        for alias, name in pairs:
            script = replaced_once(script, f"        case '{name}'\n            __duecal_parse_subcommand",
                                   f"        case '{name}' '{alias}'\n            __duecal_parse_subcommand")
        names = " | ".join(f"string replace -r '^{alias}$' '{name}'" for alias, name in pairs)
        return replaced_once(script, "set -a commands $unparsed_tokens[1]",
                             f"set -a commands (echo $unparsed_tokens[1] | {names})")
    subject = {"bash": '    case "${subcommand}" in\n    export|', "zsh": '        case "${words[1]}" in\n        export|'}[shell]
    head, first = subject.split("\n")
    indent = " " * (len(head) - len(head.lstrip()))
    call = {"bash": '"_duecal_{}"', "zsh": '"_duecal_{}" && ret=0'}[shell]
    rows = "".join(f"{indent}{alias})\n{indent}    {call.format(name)}\n{indent}    ;;\n" for alias, name in pairs)
    return replaced_once(script, subject, f"{head}\n{rows}{first}")


def replaced_once(script, old, new):
    """A script with one of its texts replaced, which must be there exactly once."""
    if script.count(old) != 1:
        sys.exit(f"the completion script has {script.count(old)} places for {new!r}, not one")
    return script.replace(old, new)


# Commands whose arguments are files or words that duecal offers; the generator knows only one of the two.
WITH_FILES = ("list", "calendar", "import", "show", "verify", "occurrences", "remind", "check", "export", "outline",
              "projects", "tags")


def with_files(shell, script):
    """A completion script in which the shell completes files beside the words of these commands."""
    for name in WITH_FILES:
        call = f"---completion {name} -- positional@0 "
        old, new = {"bash": (rf"^( *)(__duecal_add_words .*{call}.*)$", r"\1\2\n\1__duecal_add_completions -f"),
                    "zsh": (rf"(\{{__duecal_custom_complete {call}.*)\}}'$", r"\1; _files}'"),
                    "fish": (rf"-fka ('\(__duecal_custom_completion {call})", r"-Fka \1")}[shell]
        script, count = re.subn(old, new, script, flags=re.M)
        if count != 1:
            sys.exit(f"the completion script of {shell} has no place for the files of duecal {name}")
    return script


def with_whole_words(script):
    """A script for bash with what puts words together that bash has parted, and adds those of task files."""
    own = (ROOT / "scripts" / "completions" / "words.bash").read_text()
    last = "complete -o filenames -F _duecal duecal"
    listed, added = (f"{name} \"$(__duecal_custom_complete"
                     for name in ("__duecal_add_completions -W", "__duecal_add_words"))
    if script.count(last) != 1 or listed not in script:
        sys.exit("the completion script of bash has no place for words of task files")
    return script.replace(listed, added).replace(last, own.strip("\n"))


def with_equals_signs(script):
    """A script for zsh that completes a value behind --option= too."""
    return re.sub(r"^( +'\*?--[\w-]+)(\[.*\]:)", r"\1=\2", script, flags=re.M)


def shipped(duecal):
    """Every file of Shipping/ that is written, with its content."""
    root = json.loads(output(duecal, "--experimental-dump-help"))["command"]
    version = " ".join(output(duecal, "--version").split()[:2])
    listed = [root] + [c for c in root["subcommands"] if c["commandName"] != "help"]
    pages = ["-".join(c.get("superCommands", []) + [c["commandName"]]) for c in listed]
    files = {SHIPPING / "man" / f"{title}.1": page(command, version, pages)
             for title, command in zip(pages, listed)}
    files[SHIPPING / "man" / "duecal-net.1"] = network_page(version)
    files[ROOT / "Docs" / "Options.md"] = options_page(root)
    for shell, name in COMPLETIONS.items():
        script = output(duecal, "--generate-completion-script", shell)
        script = with_aliases(shell, with_help_topics(shell, script, listed[1:]), listed[1:])
        if shell == "bash":
            script = with_whole_words(script)
        if shell == "zsh":
            script = with_equals_signs(script)
        script = with_files(shell, script)
        # The file is read by a shell, not run.
        files[SHIPPING / "completions" / name] = script.removeprefix("#!/bin/bash\n").rstrip("\n") + "\n"
    return files


def main():
    *flags, duecal = sys.argv[1:]
    files = shipped(duecal)
    present = {ROOT / "Docs" / "Options.md"} | {f for folder in ("man", "completions") for f in (SHIPPING / folder).glob("*")}
    if flags == ["--check"]:
        stale = sorted(f for f in present | set(files)
                       if not f.exists() or files.get(f) != f.read_text())
        for file in stale:
            print(f"{file.relative_to(ROOT)}: not what the command says now; run `make docs`")
        sys.exit(1 if stale else 0)
    for file in present - set(files):
        file.unlink()
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


main()
