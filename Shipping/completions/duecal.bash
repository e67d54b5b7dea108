
__duecal_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__duecal_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__duecal_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__duecal_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_duecal() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=(--config)
    __duecal_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        __duecal_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ls)
        "_duecal_list"
        ;;
    cal)
        "_duecal_calendar"
        ;;
    export|import|undo|redo|check|outline|verify|show|occurrences|list|calendar|plan|projects|tags|config|add|done|undone|cancel|move|snooze|tag|edit|resolve|archive|remind|store|copy|sync|feed|serve|state|lsp|help)
        # Offer subcommand argument completions
        "_duecal_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'export import undo redo check outline verify show occurrences list calendar plan projects tags config add done undone cancel move snooze tag edit resolve archive remind store copy sync feed serve state lsp help' -- "${cur}"))
        ;;
    esac
}

_duecal_export() {
    repeating_flags=()
    non_repeating_flags=(--archive --imported --allow-empty --relative --plain --json -n --dry-run --exit-code --quiet -q --verbose -v --version -h --help)
    repeating_options=(--project --tag --class --where --search --feed --file -f --extension)
    non_repeating_options=(--as --done --undated --from --to --output -o --split --name --calendar-color --refresh --times --recurring-due --done-mark --alarms --dialect --zone --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--as')
        __duecal_add_completions -W 'auto'$'\n''todo'$'\n''event'$'\n''both'
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion export -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion export -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--done')
        __duecal_add_completions -W 'include'$'\n''exclude'$'\n''only'
        return
        ;;
    '--undated')
        __duecal_add_completions -W 'todo'$'\n''skip'
        return
        ;;
    '--from')
        __duecal_add_words "$(__duecal_custom_complete ---completion export -- --from "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __duecal_add_words "$(__duecal_custom_complete ---completion export -- --to "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--class')
        __duecal_add_completions -W 'private'$'\n''confidential'
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--output'|'-o')
        __duecal_add_completions -o plusdirs -fX '!*.@(ics)'
        return
        ;;
    '--split')
        __duecal_add_completions -W 'project'$'\n''file'
        return
        ;;
    '--name')
        return
        ;;
    '--calendar-color')
        __duecal_add_completions -W 'aliceblue'$'\n''antiquewhite'$'\n''aqua'$'\n''aquamarine'$'\n''azure'$'\n''beige'$'\n''bisque'$'\n''black'$'\n''blanchedalmond'$'\n''blue'$'\n''blueviolet'$'\n''brown'$'\n''burlywood'$'\n''cadetblue'$'\n''chartreuse'$'\n''chocolate'$'\n''coral'$'\n''cornflowerblue'$'\n''cornsilk'$'\n''crimson'$'\n''cyan'$'\n''darkblue'$'\n''darkcyan'$'\n''darkgoldenrod'$'\n''darkgray'$'\n''darkgreen'$'\n''darkgrey'$'\n''darkkhaki'$'\n''darkmagenta'$'\n''darkolivegreen'$'\n''darkorange'$'\n''darkorchid'$'\n''darkred'$'\n''darksalmon'$'\n''darkseagreen'$'\n''darkslateblue'$'\n''darkslategray'$'\n''darkslategrey'$'\n''darkturquoise'$'\n''darkviolet'$'\n''deeppink'$'\n''deepskyblue'$'\n''dimgray'$'\n''dimgrey'$'\n''dodgerblue'$'\n''firebrick'$'\n''floralwhite'$'\n''forestgreen'$'\n''fuchsia'$'\n''gainsboro'$'\n''ghostwhite'$'\n''gold'$'\n''goldenrod'$'\n''gray'$'\n''green'$'\n''greenyellow'$'\n''grey'$'\n''honeydew'$'\n''hotpink'$'\n''indianred'$'\n''indigo'$'\n''ivory'$'\n''khaki'$'\n''lavender'$'\n''lavenderblush'$'\n''lawngreen'$'\n''lemonchiffon'$'\n''lightblue'$'\n''lightcoral'$'\n''lightcyan'$'\n''lightgoldenrodyellow'$'\n''lightgray'$'\n''lightgreen'$'\n''lightgrey'$'\n''lightpink'$'\n''lightsalmon'$'\n''lightseagreen'$'\n''lightskyblue'$'\n''lightslategray'$'\n''lightslategrey'$'\n''lightsteelblue'$'\n''lightyellow'$'\n''lime'$'\n''limegreen'$'\n''linen'$'\n''magenta'$'\n''maroon'$'\n''mediumaquamarine'$'\n''mediumblue'$'\n''mediumorchid'$'\n''mediumpurple'$'\n''mediumseagreen'$'\n''mediumslateblue'$'\n''mediumspringgreen'$'\n''mediumturquoise'$'\n''mediumvioletred'$'\n''midnightblue'$'\n''mintcream'$'\n''mistyrose'$'\n''moccasin'$'\n''navajowhite'$'\n''navy'$'\n''oldlace'$'\n''olive'$'\n''olivedrab'$'\n''orange'$'\n''orangered'$'\n''orchid'$'\n''palegoldenrod'$'\n''palegreen'$'\n''paleturquoise'$'\n''palevioletred'$'\n''papayawhip'$'\n''peachpuff'$'\n''peru'$'\n''pink'$'\n''plum'$'\n''powderblue'$'\n''purple'$'\n''red'$'\n''rosybrown'$'\n''royalblue'$'\n''saddlebrown'$'\n''salmon'$'\n''sandybrown'$'\n''seagreen'$'\n''seashell'$'\n''sienna'$'\n''silver'$'\n''skyblue'$'\n''slateblue'$'\n''slategray'$'\n''slategrey'$'\n''snow'$'\n''springgreen'$'\n''steelblue'$'\n''tan'$'\n''teal'$'\n''thistle'$'\n''tomato'$'\n''turquoise'$'\n''violet'$'\n''wheat'$'\n''white'$'\n''whitesmoke'$'\n''yellow'$'\n''yellowgreen'
        return
        ;;
    '--refresh')
        return
        ;;
    '--times')
        __duecal_add_completions -W 'zone'$'\n''utc'$'\n''floating'
        return
        ;;
    '--recurring-due')
        __duecal_add_completions -W 'duration'$'\n''equal'
        return
        ;;
    '--done-mark')
        return
        ;;
    '--alarms')
        __duecal_add_completions -W 'keep'$'\n''strip'
        return
        ;;
    '--feed')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion export -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_import() {
    repeating_flags=()
    non_repeating_flags=(--conflicts --json --expand -n --dry-run --exit-code --quiet -q --verbose -v --version -h --help)
    repeating_options=(--among --category --status --text --file -f --limit)
    non_repeating_options=(--into --project --only --from --to --tz --uids --notes --removed --past --allow-delete --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--into')
        __duecal_add_completions -f
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion import -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--among')
        __duecal_add_completions -f
        return
        ;;
    '--only')
        __duecal_add_completions -W 'todo'$'\n''event'
        return
        ;;
    '--from')
        __duecal_add_words "$(__duecal_custom_complete ---completion import -- --from "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __duecal_add_words "$(__duecal_custom_complete ---completion import -- --to "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--category')
        return
        ;;
    '--status')
        return
        ;;
    '--text')
        return
        ;;
    '--tz')
        __duecal_add_completions -W 'keep'$'\n''convert'
        return
        ;;
    '--uids')
        __duecal_add_completions -W 'write'$'\n''hide'
        return
        ;;
    '--notes')
        return
        ;;
    '--removed')
        __duecal_add_completions -W 'keep'$'\n''archive'$'\n''delete'
        return
        ;;
    '--past')
        __duecal_add_completions -W 'keep'$'\n''archive'$'\n''delete'
        return
        ;;
    '--allow-delete')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--limit')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion import -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_undo() {
    repeating_flags=()
    non_repeating_flags=(--list -n --dry-run --exit-code --force-editing --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f)
    non_repeating_options=(--run --to --zone --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--run')
        return
        ;;
    '--to')
        __duecal_add_completions -f
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_redo() {
    repeating_flags=()
    non_repeating_flags=(-n --dry-run --exit-code --force-editing --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f)
    non_repeating_options=(--run --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--run')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_check() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--where --search --file -f --extension --limit)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion check -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_outline() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--file -f --extension)
    non_repeating_options=(--dialect --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion outline -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_verify() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f)
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion verify -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_show() {
    repeating_flags=()
    non_repeating_flags=(--no-pager --quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--file -f --limit)
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_occurrences() {
    repeating_flags=()
    non_repeating_flags=(--json --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f --limit)
    non_repeating_options=(--start --uid --zone --count --from --to --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--start')
        return
        ;;
    '--uid')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--count')
        return
        ;;
    '--from')
        __duecal_add_words "$(__duecal_custom_complete ---completion occurrences -- --from "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __duecal_add_words "$(__duecal_custom_complete ---completion occurrences -- --to "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion occurrences -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_list() {
    repeating_flags=()
    non_repeating_flags=(--done --week-numbers --no-pager --no-color --quiet -q --verbose -v --overdue --no-overdue --ids --json --version -h --help)
    repeating_options=(--project --tag --where --search --file -f --extension --limit)
    non_repeating_options=(--when --first-weekday --dialect --timeout --zone --color --by --sort --count --format)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--when')
        __duecal_add_words "$(__duecal_custom_complete ---completion list -- --when "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion list -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion list -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--first-weekday')
        __duecal_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--by')
        __duecal_add_completions -W 'day'$'\n''project'$'\n''both'
        return
        ;;
    '--sort')
        __duecal_add_completions -W 'due'$'\n''start'$'\n''priority'$'\n''title'$'\n''file'
        return
        ;;
    '--count')
        return
        ;;
    '--format')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion list -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_calendar() {
    repeating_flags=()
    non_repeating_flags=(--done --week-numbers --no-pager --no-color --quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--project --tag --where --search --file -f --extension --limit)
    non_repeating_options=(--when --first-weekday --dialect --timeout --zone --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--when')
        __duecal_add_words "$(__duecal_custom_complete ---completion calendar -- --when "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion calendar -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion calendar -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--first-weekday')
        __duecal_add_completions -W 'monday'$'\n''tuesday'$'\n''wednesday'$'\n''thursday'$'\n''friday'$'\n''saturday'$'\n''sunday'
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion calendar -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_plan() {
    repeating_flags=()
    non_repeating_flags=(--move --empty --no-pager -n --dry-run --exit-code --force-editing --json --quiet -q --verbose -v --version -h --help)
    repeating_options=(--project --tag --where --search --file -f --extension --limit)
    non_repeating_options=(--days --weeks --months --years --dialect --timeout --zone --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--days')
        return
        ;;
    '--weeks')
        return
        ;;
    '--months')
        return
        ;;
    '--years')
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion plan -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion plan -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_projects() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f --extension)
    non_repeating_options=(--dialect --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion projects -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_tags() {
    repeating_flags=()
    non_repeating_flags=(--json --no-pager --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f --extension)
    non_repeating_options=(--dialect --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion tags -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_config() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    check|show|sample)
        # Offer subcommand argument completions
        "_duecal_config_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'check show sample' -- "${cur}"))
        ;;
    esac
}

_duecal_config_check() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=(--file -f)
    non_repeating_options=()
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    esac
}

_duecal_config_show() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0
}

_duecal_config_sample() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0
}

_duecal_add() {
    repeating_flags=()
    non_repeating_flags=(--no-dates --literal --create -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--tag --note --file -f --extension)
    non_repeating_options=(--due --project --position --dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--due')
        __duecal_add_words "$(__duecal_custom_complete ---completion add -- --due "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion add -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--note')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion add -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--position')
        __duecal_add_completions -W 'top'$'\n''end'
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_duecal_done() {
    repeating_flags=()
    non_repeating_flags=(--time --no-date --skip-past --for-good --all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--at --dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __duecal_add_words "$(__duecal_custom_complete ---completion done -- --at "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion done -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_undone() {
    repeating_flags=()
    non_repeating_flags=(--all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion undone -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_cancel() {
    repeating_flags=()
    non_repeating_flags=(--time --no-date --once --all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--at --dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __duecal_add_words "$(__duecal_custom_complete ---completion cancel -- --at "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion cancel -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_move() {
    repeating_flags=()
    non_repeating_flags=(--create --series --all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--position --dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--position')
        __duecal_add_completions -W 'top'$'\n''end'
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion move -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_snooze() {
    repeating_flags=()
    non_repeating_flags=(--series --all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion snooze -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_tag() {
    repeating_flags=()
    non_repeating_flags=(--all -n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--add --remove --where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--add')
        __duecal_add_words "$(__duecal_custom_complete ---completion tag -- --add "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--remove')
        __duecal_add_words "$(__duecal_custom_complete ---completion tag -- --remove "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion tag -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_edit() {
    repeating_flags=()
    non_repeating_flags=(--all --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion edit -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_resolve() {
    repeating_flags=()
    non_repeating_flags=(-n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_archive() {
    repeating_flags=()
    non_repeating_flags=(-n --dry-run --exit-code --json --force-editing --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--where --search --file -f --extension)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_remind() {
    repeating_flags=()
    non_repeating_flags=(--next --notify --json -n --dry-run --exit-code --quiet -q --verbose -v --version -h --help)
    repeating_options=(--project --tag --where --search --exec --file -f --extension --limit)
    non_repeating_options=(--from --to --since --within --due --job --catch-up --tries --patience --dialect --timeout --zone --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __duecal_add_words "$(__duecal_custom_complete ---completion remind -- --from "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __duecal_add_words "$(__duecal_custom_complete ---completion remind -- --to "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--since')
        return
        ;;
    '--within')
        return
        ;;
    '--due')
        __duecal_add_completions -W 'at'$'\n''never'
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion remind -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion remind -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--job')
        return
        ;;
    '--catch-up')
        return
        ;;
    '--tries')
        return
        ;;
    '--patience')
        return
        ;;
    '--exec')
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion remind -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_store() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|search|add|remove|copy|move|export|import|accept)
        # Offer subcommand argument completions
        "_duecal_store_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show search add remove copy move export import accept' -- "${cur}"))
        ;;
    esac
}

_duecal_store_list() {
    repeating_flags=()
    non_repeating_flags=(--json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion store list -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_show() {
    repeating_flags=()
    non_repeating_flags=(--all --uids --json --allow-scheduling --no-pager --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store show -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_search() {
    repeating_flags=()
    non_repeating_flags=(--open --done --undated --uids --json --allow-scheduling --no-pager --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--from --to --kind --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __duecal_add_words "$(__duecal_custom_complete ---completion store search -- --from "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __duecal_add_words "$(__duecal_custom_complete ---completion store search -- --to "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--kind')
        __duecal_add_completions -W 'reminder'$'\n''event'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store search -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_add() {
    repeating_flags=()
    non_repeating_flags=(--no-dates --literal -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--takes --tag --note)
    non_repeating_options=(--list --list-color --as --due --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--list')
        return
        ;;
    '--takes')
        __duecal_add_completions -W 'reminder'$'\n''event'
        return
        ;;
    '--list-color')
        return
        ;;
    '--as')
        __duecal_add_completions -W 'auto'$'\n''todo'$'\n''event'$'\n''both'
        return
        ;;
    '--due')
        __duecal_add_words "$(__duecal_custom_complete ---completion store add -- --due "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion store add -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--note')
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store add -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_remove() {
    repeating_flags=()
    non_repeating_flags=(--all --list -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store remove -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_copy() {
    repeating_flags=()
    non_repeating_flags=(--all --replace -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store copy -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __duecal_add_words "$(__duecal_custom_complete ---completion store copy -- positional@1 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_move() {
    repeating_flags=()
    non_repeating_flags=(--all --replace -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store move -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __duecal_add_words "$(__duecal_custom_complete ---completion store move -- positional@1 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_export() {
    repeating_flags=()
    non_repeating_flags=(-n --dry-run --exit-code --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --name --timeout --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __duecal_add_completions -o plusdirs -fX '!*.@(ics)'
        return
        ;;
    '--name')
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store export -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_store_import() {
    repeating_flags=()
    non_repeating_flags=(--replace -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--file -f --limit)
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--limit')
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_store_accept() {
    repeating_flags=()
    non_repeating_flags=(--allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion store accept -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_copy() {
    repeating_flags=()
    non_repeating_flags=(--replace -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion copy -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __duecal_add_words "$(__duecal_custom_complete ---completion copy -- positional@1 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_sync() {
    repeating_flags=()
    non_repeating_flags=(--yes --restore-lists --conflicts --watch --archive --imported -n --dry-run --exit-code --json --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--drop-list --project --tag --where --search --class)
    non_repeating_options=(--prefer --apply --allow-delete --allow-create --allow-change --resolve --interval --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefer')
        __duecal_add_completions -W 'a'$'\n''b'$'\n''ask'
        return
        ;;
    '--apply')
        return
        ;;
    '--allow-delete')
        return
        ;;
    '--allow-create')
        return
        ;;
    '--allow-change')
        return
        ;;
    '--drop-list')
        return
        ;;
    '--resolve')
        return
        ;;
    '--interval')
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion sync -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion sync -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--class')
        __duecal_add_completions -W 'private'$'\n''confidential'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion sync -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_feed() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|revoke)
        # Offer subcommand argument completions
        "_duecal_feed_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list revoke' -- "${cur}"))
        ;;
    esac
}

_duecal_feed_add() {
    repeating_flags=()
    non_repeating_flags=(--archive --imported --relative --plain --quiet -q --verbose -v --version -h --help)
    repeating_options=(--project --tag --class --where --search --file -f --extension)
    non_repeating_options=(--from --as --done --undated --name --calendar-color --refresh --times --recurring-due --done-mark --alarms --dialect --zone --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __duecal_add_completions -o plusdirs -fX '!*.@(ics)'
        return
        ;;
    '--as')
        __duecal_add_completions -W 'auto'$'\n''todo'$'\n''event'$'\n''both'
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion feed add -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion feed add -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--done')
        __duecal_add_completions -W 'include'$'\n''exclude'$'\n''only'
        return
        ;;
    '--undated')
        __duecal_add_completions -W 'todo'$'\n''skip'
        return
        ;;
    '--class')
        __duecal_add_completions -W 'private'$'\n''confidential'
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--name')
        return
        ;;
    '--calendar-color')
        __duecal_add_completions -W 'aliceblue'$'\n''antiquewhite'$'\n''aqua'$'\n''aquamarine'$'\n''azure'$'\n''beige'$'\n''bisque'$'\n''black'$'\n''blanchedalmond'$'\n''blue'$'\n''blueviolet'$'\n''brown'$'\n''burlywood'$'\n''cadetblue'$'\n''chartreuse'$'\n''chocolate'$'\n''coral'$'\n''cornflowerblue'$'\n''cornsilk'$'\n''crimson'$'\n''cyan'$'\n''darkblue'$'\n''darkcyan'$'\n''darkgoldenrod'$'\n''darkgray'$'\n''darkgreen'$'\n''darkgrey'$'\n''darkkhaki'$'\n''darkmagenta'$'\n''darkolivegreen'$'\n''darkorange'$'\n''darkorchid'$'\n''darkred'$'\n''darksalmon'$'\n''darkseagreen'$'\n''darkslateblue'$'\n''darkslategray'$'\n''darkslategrey'$'\n''darkturquoise'$'\n''darkviolet'$'\n''deeppink'$'\n''deepskyblue'$'\n''dimgray'$'\n''dimgrey'$'\n''dodgerblue'$'\n''firebrick'$'\n''floralwhite'$'\n''forestgreen'$'\n''fuchsia'$'\n''gainsboro'$'\n''ghostwhite'$'\n''gold'$'\n''goldenrod'$'\n''gray'$'\n''green'$'\n''greenyellow'$'\n''grey'$'\n''honeydew'$'\n''hotpink'$'\n''indianred'$'\n''indigo'$'\n''ivory'$'\n''khaki'$'\n''lavender'$'\n''lavenderblush'$'\n''lawngreen'$'\n''lemonchiffon'$'\n''lightblue'$'\n''lightcoral'$'\n''lightcyan'$'\n''lightgoldenrodyellow'$'\n''lightgray'$'\n''lightgreen'$'\n''lightgrey'$'\n''lightpink'$'\n''lightsalmon'$'\n''lightseagreen'$'\n''lightskyblue'$'\n''lightslategray'$'\n''lightslategrey'$'\n''lightsteelblue'$'\n''lightyellow'$'\n''lime'$'\n''limegreen'$'\n''linen'$'\n''magenta'$'\n''maroon'$'\n''mediumaquamarine'$'\n''mediumblue'$'\n''mediumorchid'$'\n''mediumpurple'$'\n''mediumseagreen'$'\n''mediumslateblue'$'\n''mediumspringgreen'$'\n''mediumturquoise'$'\n''mediumvioletred'$'\n''midnightblue'$'\n''mintcream'$'\n''mistyrose'$'\n''moccasin'$'\n''navajowhite'$'\n''navy'$'\n''oldlace'$'\n''olive'$'\n''olivedrab'$'\n''orange'$'\n''orangered'$'\n''orchid'$'\n''palegoldenrod'$'\n''palegreen'$'\n''paleturquoise'$'\n''palevioletred'$'\n''papayawhip'$'\n''peachpuff'$'\n''peru'$'\n''pink'$'\n''plum'$'\n''powderblue'$'\n''purple'$'\n''red'$'\n''rosybrown'$'\n''royalblue'$'\n''saddlebrown'$'\n''salmon'$'\n''sandybrown'$'\n''seagreen'$'\n''seashell'$'\n''sienna'$'\n''silver'$'\n''skyblue'$'\n''slateblue'$'\n''slategray'$'\n''slategrey'$'\n''snow'$'\n''springgreen'$'\n''steelblue'$'\n''tan'$'\n''teal'$'\n''thistle'$'\n''tomato'$'\n''turquoise'$'\n''violet'$'\n''wheat'$'\n''white'$'\n''whitesmoke'$'\n''yellow'$'\n''yellowgreen'
        return
        ;;
    '--refresh')
        return
        ;;
    '--times')
        __duecal_add_completions -W 'zone'$'\n''utc'$'\n''floating'
        return
        ;;
    '--recurring-due')
        __duecal_add_completions -W 'duration'$'\n''equal'
        return
        ;;
    '--done-mark')
        return
        ;;
    '--alarms')
        __duecal_add_completions -W 'keep'$'\n''strip'
        return
        ;;
    '--file'|'-f')
        __duecal_add_completions -f
        return
        ;;
    '--extension')
        return
        ;;
    '--dialect')
        __duecal_add_completions -W 'taskpaper'$'\n''plaintasks'$'\n''markdown'$'\n''omnifocus'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __duecal_add_words "$(__duecal_custom_complete ---completion feed add -- positional@1 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_feed_list() {
    repeating_flags=()
    non_repeating_flags=(--json --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __duecal_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_duecal_feed_revoke() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion feed revoke -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_serve() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    start|password)
        # Offer subcommand argument completions
        "_duecal_serve_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'start password' -- "${cur}"))
        ;;
    esac
}

_duecal_serve_start() {
    repeating_flags=()
    non_repeating_flags=(--allow-list-removal --behind-proxy --archive --imported --allow-scheduling --quiet -q --verbose -v --version -h --help)
    repeating_options=(--project --tag --where --search --class)
    non_repeating_options=(--listen --user --prefix --log --zone --timeout --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--listen')
        return
        ;;
    '--user')
        return
        ;;
    '--prefix')
        return
        ;;
    '--log')
        __duecal_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--project')
        __duecal_add_words "$(__duecal_custom_complete ---completion serve start -- --project "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--tag')
        __duecal_add_words "$(__duecal_custom_complete ---completion serve start -- --tag "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        return
        ;;
    '--search')
        return
        ;;
    '--class')
        __duecal_add_completions -W 'private'$'\n''confidential'
        return
        ;;
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    '--timeout')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_words "$(__duecal_custom_complete ---completion serve start -- positional@0 "${COMP_CWORD}" "$(__duecal_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_duecal_serve_password() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--user --color)
    __duecal_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--user')
        return
        ;;
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac
}

_duecal_state() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    backup|restore)
        # Offer subcommand argument completions
        "_duecal_state_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'backup restore' -- "${cur}"))
        ;;
    esac
}

_duecal_state_backup() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_state_restore() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_lsp() {
    repeating_flags=()
    non_repeating_flags=(--stdio --version -h --help)
    repeating_options=()
    non_repeating_options=(--zone)
    __duecal_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--zone')
        __duecal_add_completions -W "$(eval 'grep -sv '\''^#'\'' /usr/share/zoneinfo/zone.tab | cut -f 3')"
        return
        ;;
    esac
}

_duecal_help() {
    __duecal_add_completions -W 'export'$'\n''import'$'\n''undo'$'\n''redo'$'\n''check'$'\n''outline'$'\n''verify'$'\n''show'$'\n''occurrences'$'\n''list'$'\n''calendar'$'\n''plan'$'\n''projects'$'\n''tags'$'\n''config'$'\n''add'$'\n''done'$'\n''undone'$'\n''cancel'$'\n''move'$'\n''snooze'$'\n''tag'$'\n''edit'$'\n''resolve'$'\n''archive'$'\n''remind'$'\n''store'$'\n''copy'$'\n''sync'$'\n''feed'$'\n''serve'$'\n''state'$'\n''lsp'
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options -1
}

# Offers words of task files, each in single quotes, so that nothing in them is run. If there are several,
# readline quotes their common beginning, as for file names; a single one is quoted here.
__duecal_add_words() {
    local typed="${cur}" text
    local -a found=()
    if [[ "${duecal_word}" != \'* ]]; then
        typed="${typed//\\\\/$'\1'}" typed="${typed//\\/}" typed="${typed//$'\1'/\\}"
    fi
    while IFS='' read -r text; do
        text="${text:1:${#text}-2}" text="${text//"'\\''"/"'"}"
        [[ -n "${text}" && "${text}" = "${typed}"* ]] && found+=("${text:${#duecal_lead}}")
    done <<<"${1}"
    if [[ "${#found[@]}" -eq 1 ]]; then
        compopt +o filenames 2>/dev/null
        text="${found[0]}"
        case "${duecal_word}" in
        \'*) found=("${text//"'"/"'\\''"}") ;;
        \"*) found=("$(printf '%s' "${text}" | sed 's/[\\"$`]/\\&/g')") ;;
        *) printf -v 'found[0]' %q "${text}" ;;
        esac
    fi
    for text in "${found[@]}"; do
        duecal_stripped[${#COMPREPLY[@]}]=1
        COMPREPLY+=("${text}")
    done
}

# bash splits words at the characters of COMP_WORDBREAKS, such as @ : and =. The pieces are joined again for
# completion, and the part that readline does not replace is removed from the results.
__duecal_complete() {
    local line="${COMP_LINE:0:COMP_POINT}" word gap last=''
    local -a words=() rest=("${COMP_WORDS[@]:COMP_CWORD + 1}")
    local -i index
    for ((index = 0; index <= COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        gap="${line%%[![:space:]]*}"
        line="${line:${#gap}}"
        ((index == COMP_CWORD)) && word="${line}"
        line="${line#"${word}"}"
        if [[ "${index}" -gt 1 && -z "${gap}" && ("${word}" = +([@:=])* || "${last}" = *[@:=]) ]]; then
            words[${#words[@]} - 1]+="${word}"
        else
            words+=("${word}")
        fi
        last="${word}"
    done
    word="${words[${#words[@]} - 1]}"
    if [[ "${word}" = --[!=]*=* ]]; then
        words[${#words[@]} - 1]="${word%%=*}"
        word="${word#*=}"
        words+=("${word}")
    fi
    local duecal_word="${word}" duecal_lead="${word%"${2}"}" cur="${word#[\"\']}"
    duecal_lead="${duecal_lead#[\"\']}"
    [[ "${duecal_word}" != \'* ]] && duecal_lead="${duecal_lead//\\/}"
    local COMP_CWORD="$((${#words[@]} - 1))" COMP_LINE="${words[*]}" COMP_POINT
    local -a COMP_WORDS=("${words[@]}" "${rest[@]}")
    COMP_POINT="${#COMP_LINE}"
    local -a duecal_stripped=()
    _duecal "${1}" "${cur}" "${words[${#words[@]} - 2]}"
    for index in "${!COMPREPLY[@]}"; do
        [[ -n "${duecal_stripped[index]-}" ]] || COMPREPLY[index]="${COMPREPLY[index]#"${duecal_lead}"}"
    done
}

complete -o filenames -F __duecal_complete duecal
