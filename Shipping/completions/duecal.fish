function __duecal_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __duecal_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __duecal_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __duecal_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __duecal_parse_tokens -S
    set -l unparsed_tokens (__duecal_tokens -pc)
    switch $unparsed_tokens[1]
    case 'duecal'
        __duecal_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'export'
            __duecal_parse_subcommand -r 1 'extension=+' 'dialect=' 'zone=' 'as=' 'project=+' 'tag=+' 'done=' 'undated=' 'from=' 'to=' 'archive' 'imported' 'class=+' 'o/output=' 'split=' 'dry-run' 'exit-code' 'allow-empty' 'name=' 'refresh=' 'times=' 'relative' 'plain' 'recurring-due=' 'done-mark=' 'alarms=' 'json' 'q/quiet' 'v/verbose' 'color=' 'version' 'h/help'
        case 'import'
            __duecal_parse_subcommand -r 1 'limit=+' 'into=' 'under=' 'among=+' 'dry-run' 'exit-code' 'conflicts' 'json' 'only=' 'from=' 'to=' 'category=+' 'status=+' 'text=+' 'expand' 'tz=' 'uids=' 'notes=' 'removed=' 'allow-delete=' 'zone=' 'timeout=' 'q/quiet' 'v/verbose' 'color=' 'version' 'h/help'
        case 'undo'
            __duecal_parse_subcommand 1 'run=' 'list' 'dry-run' 'to=' 'force-editing' 'q/quiet' 'v/verbose' 'color=' 'version' 'h/help'
        case 'check'
            __duecal_parse_subcommand -r 1 'extension=+' 'dialect=' 'zone=' 'limit=+' 'timeout=' 'q/quiet' 'v/verbose' 'color=' 'json' 'version' 'h/help'
        case 'outline'
            __duecal_parse_subcommand -r 1 'extension=+' 'dialect=' 'q/quiet' 'v/verbose' 'color=' 'json' 'version' 'h/help'
        case 'verify'
            __duecal_parse_subcommand -r 1 'q/quiet' 'v/verbose' 'color=' 'version' 'h/help'
        case 'show'
            __duecal_parse_subcommand -r 1 'limit=+' 'timeout=' 'q/quiet' 'v/verbose' 'color=' 'json' 'version' 'h/help'
        case 'occurrences'
            __duecal_parse_subcommand 1 'start=' 'uid=' 'zone=' 'count=' 'from=' 'to=' 'json' 'limit=+' 'timeout=' 'q/quiet' 'v/verbose' 'color=' 'version' 'h/help'
        case 'help'
            __duecal_parse_subcommand -r 1 'version'
        end
    end
end

function __duecal_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __duecal_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __duecal_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __duecal_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__duecal_tokens -p)
    if test -z "$(__duecal_tokens -t)"
        set -l index (count (__duecal_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'duecal' -f
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'export' -d 'Write the tasks of files as an iCalendar file.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'import' -d 'Turn the events and to-dos of calendars into tasks.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'undo' -d 'Take back what duecal wrote into task files.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'check' -d 'Say what is wrong or doubtful in task files and in .ics files.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'outline' -d 'Show how a task file is read, line by line.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'verify' -d 'Prove that a file comes back byte for byte.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'show' -d 'Show the items of calendars as they are understood.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'occurrences' -d 'Show the dates of a rule, or of the items of a calendar.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal export" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export"' -l 'extension' -d 'Read files of this extension in folders too, besides .taskpaper and .todo (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" dialect' -l 'dialect' -d 'Read bullets and tags as another program writes them; by default a file\'s extension says it.' -rfka 'taskpaper plaintasks markdown omnifocus'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" zone' -l 'zone' -d 'Read times in this zone; by default in that of TZ, else the system\'s.' -rfka '(grep -sv \'^#\' /usr/share/zoneinfo/zone.tab | cut -f 3)'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" as' -l 'as' -d 'What dated tasks become.' -rfka 'auto todo event both'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export"' -l 'project' -d 'Only this project and what is below it (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export"' -l 'tag' -d 'Only lines with this tag (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" done' -l 'done' -d 'Tasks that are done or off: by default to-dos include them, events exclude them. A span such as 30d keeps those done since then.' -rfka 'include exclude only'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" undated' -l 'undated' -d 'Tasks without a date: by default they are to-dos, with --as event left out.' -rfka 'todo skip'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" from' -l 'from' -d 'Only items on this day or later, or without a date.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" to' -l 'to' -d 'Only items on this day or earlier, or without a date.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" archive' -l 'archive' -d 'Also what stands in a root project Archive.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" imported' -l 'imported' -d 'Also lines that an import keeps in the files; they are in a calendar already.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export"' -l 'class' -d 'Also items of this @class; by default only public ones (may be repeated).' -rfka 'private confidential'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" o output' -l 'output' -s 'o' -d 'Write to this file, and only if it changes.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'ics\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" split' -l 'split' -d 'Write a calendar for each project or file into the folder that -o names.' -rfka 'project file'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" dry-run' -l 'dry-run' -d 'Say what would change, and write nothing: + an item or calendar that is new, ~ one that changes, with what differs in it, - one that goes.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" exit-code' -l 'exit-code' -d 'With --dry-run: end with 3 if something would change.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" allow-empty' -l 'allow-empty' -d 'Write also where a source is empty or gone and the feed had items.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" name' -l 'name' -d 'The calendar\'s name.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" refresh' -l 'refresh' -d 'How often readers may fetch it again: a minute or more, such as 30m, 1h, 1d, 2h30m.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" times' -l 'times' -d 'How times are pinned: to their zone, to UTC, to none.' -rfka 'zone utc floating'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" relative' -l 'relative' -d 'Also dates that move with the clock, such as @due(tomorrow).'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" plain' -l 'plain' -d 'Standard properties alone, without what brings the outline back.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" recurring-due' -l 'recurring-due' -d 'How repeating to-dos are anchored; equal for clients that ignore DURATION.' -rfka 'duration equal'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" done-mark' -l 'done-mark' -d 'What stands before the title of an event that is done.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" alarms' -l 'alarms' -d 'Alarms: by default with to-dos, not with events.' -rfka 'keep strip'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" json' -l 'json' -d 'Print the items, messages and losses as one JSON document; the calendar goes to -o alone.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" color' -l 'color' -d 'When messages are coloured, by default auto; or the calendar\'s colour: a name of CSS, or #RRGGBB.' -rfka 'auto always never aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal import" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import"' -l 'limit' -d 'Look at more or less of a calendar, such as bytes=200000000 (may be repeated); the names are in Docs/Libical.md.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" into' -l 'into' -d 'Keep the tasks in this file; it is made where it is missing.' -rF
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" under' -l 'under' -d 'Put new tasks in this project, such as "Home / Calendar"; it is made where it is missing.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import"' -l 'among' -d 'Another task file, or a folder of them, in which lines may have been moved (may be repeated).' -rF
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" dry-run' -l 'dry-run' -d 'Show the change as a unified diff and write nothing.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" exit-code' -l 'exit-code' -d 'With --dry-run: end with 3 if something would change.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" conflicts' -l 'conflicts' -d 'List the fields of --into that both sides changed, with what the calendar said; import nothing.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" json' -l 'json' -d 'Print items, changes, messages and losses as one JSON document.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" only' -l 'only' -d 'Import only to-dos, or only events.' -rfka 'todo event'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" from' -l 'from' -d 'Import what is on this day or later: a date, or today, -7d and the like.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" to' -l 'to' -d 'Import what is on this day or earlier.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import"' -l 'category' -d 'Import items with this category (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import"' -l 'status' -d 'Import items of this status, such as open, done, cancelled or TENTATIVE (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import"' -l 'text' -d 'Import items with this text in title, notes or place (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" expand' -l 'expand' -d 'Import each occurrence from --from to --to as a task of its own, instead of @repeat.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" tz' -l 'tz' -d 'Leave times on their own clock, named with @tz, or show them in the run\'s zone.' -rfka 'keep convert'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" uids' -l 'uids' -d 'Write the items\' names into the lines, as @uid, or keep them out of the text.' -rfka 'write hide'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" notes' -l 'notes' -d 'How many lines of notes are imported.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" removed' -l 'removed' -d 'What becomes of the line of an item that its calendar has no more.' -rfka 'keep archive delete'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" allow-delete' -l 'allow-delete' -d 'Let so many lines go at once; by default the larger of 10 and a fifth of all.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" zone' -l 'zone' -d 'Read times in this zone; by default in that of TZ, else the system\'s.' -rfka '(grep -sv \'^#\' /usr/share/zoneinfo/zone.tab | cut -f 3)'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" timeout' -l 'timeout' -d 'Give up on a calendar behind an address after so many seconds.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal undo" -eq 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" run' -l 'run' -d 'This run, as --list numbers it, and not the last.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" list' -l 'list' -d 'List what was edited, the last at the end, and write nothing.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" dry-run' -l 'dry-run' -d 'Show what would change, as a unified diff, and write nothing.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" to' -l 'to' -d 'Write what FILE held before into another file, or to - for standard output; FILE stays.' -rF
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" force-editing' -l 'force-editing' -d 'Write also where an editor has the file open.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal undo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal check" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check"' -l 'extension' -d 'Read files of this extension in folders too, besides .taskpaper and .todo (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" dialect' -l 'dialect' -d 'Read bullets and tags as another program writes them; by default a file\'s extension says it.' -rfka 'taskpaper plaintasks markdown omnifocus'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" zone' -l 'zone' -d 'Read times in this zone; by default in that of TZ, else the system\'s.' -rfka '(grep -sv \'^#\' /usr/share/zoneinfo/zone.tab | cut -f 3)'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check"' -l 'limit' -d 'Look at more or less of a calendar, such as bytes=200000000 (may be repeated); the names are in Docs/Libical.md.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" timeout' -l 'timeout' -d 'Give up on a calendar behind an address after so many seconds.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" json' -l 'json' -d 'Print the messages as one JSON document.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal outline" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline"' -l 'extension' -d 'Read files of this extension in folders too, besides .taskpaper and .todo (may be repeated).' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" dialect' -l 'dialect' -d 'Read bullets and tags as another program writes them; by default a file\'s extension says it.' -rfka 'taskpaper plaintasks markdown omnifocus'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" json' -l 'json' -d 'Print the lines as one JSON document.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal outline" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal verify" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal verify" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal verify" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal verify" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal verify" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal show" -ge 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show"' -l 'limit' -d 'Look at more or less of a calendar, such as bytes=200000000 (may be repeated); the names are in Docs/Libical.md.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" timeout' -l 'timeout' -d 'Give up on a calendar behind an address after so many seconds.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" json' -l 'json' -d 'Print items, what is kept and what is refused as one JSON document.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal occurrences" -eq 1' -F
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" start' -l 'start' -d 'A rule\'s first date, with a time or without.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" uid' -l 'uid' -d 'Of a calendar show this item alone.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" zone' -l 'zone' -d 'The zone of the times.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" count' -l 'count' -d 'Show at most so many.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" from' -l 'from' -d 'Leave out what is before this date.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" to' -l 'to' -d 'Leave out what is after this date.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" json' -l 'json' -d 'Print the dates as one JSON document.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences"' -l 'limit' -d 'Look at more or less of a calendar, such as bytes=200000000 (may be repeated); the names are in Docs/Libical.md.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" timeout' -l 'timeout' -d 'Give up on a calendar behind an address after so many seconds.' -rfka ''
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" q quiet' -l 'quiet' -s 'q' -d 'Say nothing but errors.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" v verbose' -l 'verbose' -s 'v' -d 'Say what was done.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" color' -l 'color' -d 'When messages are coloured.' -rfka 'auto always never'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal occurrences" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_flags_or_options "duecal help" version' -l 'version' -d 'Show the version.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'export' -d 'Write the tasks of files as an iCalendar file.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'import' -d 'Turn the events and to-dos of calendars into tasks.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'undo' -d 'Take back what duecal wrote into task files.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'check' -d 'Say what is wrong or doubtful in task files and in .ics files.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'outline' -d 'Show how a task file is read, line by line.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'verify' -d 'Prove that a file comes back byte for byte.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'show' -d 'Show the items of calendars as they are understood.'
complete -c 'duecal' -n '__duecal_should_offer_completions_for_positional "duecal help" -eq 1' -fa 'occurrences' -d 'Show the dates of a rule, or of the items of a calendar.'
