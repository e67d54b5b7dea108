
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
    local -a non_repeating_options=()
    __duecal_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    export|import|undo|check|outline|verify|show|occurrences|help)
        # Offer subcommand argument completions
        "_duecal_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'export import undo check outline verify show occurrences help' -- "${cur}"))
        ;;
    esac
}

_duecal_export() {
    repeating_flags=()
    non_repeating_flags=(--archive --imported --dry-run --exit-code --allow-empty --relative --plain --json --quiet -q --verbose -v --version -h --help)
    repeating_options=(--extension --project --tag --class)
    non_repeating_options=(--dialect --zone --as --done --undated --from --to --output -o --split --name --refresh --times --recurring-due --done-mark --alarms --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
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
    '--as')
        __duecal_add_completions -W 'auto'$'\n''todo'$'\n''event'$'\n''both'
        return
        ;;
    '--project')
        return
        ;;
    '--tag')
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
        return
        ;;
    '--to')
        return
        ;;
    '--class')
        __duecal_add_completions -W 'private'$'\n''confidential'
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
    '--color')
        __duecal_add_completions -W 'auto'$'\n''always'$'\n''never'$'\n''aliceblue'$'\n''antiquewhite'$'\n''aqua'$'\n''aquamarine'$'\n''azure'$'\n''beige'$'\n''bisque'$'\n''black'$'\n''blanchedalmond'$'\n''blue'$'\n''blueviolet'$'\n''brown'$'\n''burlywood'$'\n''cadetblue'$'\n''chartreuse'$'\n''chocolate'$'\n''coral'$'\n''cornflowerblue'$'\n''cornsilk'$'\n''crimson'$'\n''cyan'$'\n''darkblue'$'\n''darkcyan'$'\n''darkgoldenrod'$'\n''darkgray'$'\n''darkgreen'$'\n''darkgrey'$'\n''darkkhaki'$'\n''darkmagenta'$'\n''darkolivegreen'$'\n''darkorange'$'\n''darkorchid'$'\n''darkred'$'\n''darksalmon'$'\n''darkseagreen'$'\n''darkslateblue'$'\n''darkslategray'$'\n''darkslategrey'$'\n''darkturquoise'$'\n''darkviolet'$'\n''deeppink'$'\n''deepskyblue'$'\n''dimgray'$'\n''dimgrey'$'\n''dodgerblue'$'\n''firebrick'$'\n''floralwhite'$'\n''forestgreen'$'\n''fuchsia'$'\n''gainsboro'$'\n''ghostwhite'$'\n''gold'$'\n''goldenrod'$'\n''gray'$'\n''green'$'\n''greenyellow'$'\n''grey'$'\n''honeydew'$'\n''hotpink'$'\n''indianred'$'\n''indigo'$'\n''ivory'$'\n''khaki'$'\n''lavender'$'\n''lavenderblush'$'\n''lawngreen'$'\n''lemonchiffon'$'\n''lightblue'$'\n''lightcoral'$'\n''lightcyan'$'\n''lightgoldenrodyellow'$'\n''lightgray'$'\n''lightgreen'$'\n''lightgrey'$'\n''lightpink'$'\n''lightsalmon'$'\n''lightseagreen'$'\n''lightskyblue'$'\n''lightslategray'$'\n''lightslategrey'$'\n''lightsteelblue'$'\n''lightyellow'$'\n''lime'$'\n''limegreen'$'\n''linen'$'\n''magenta'$'\n''maroon'$'\n''mediumaquamarine'$'\n''mediumblue'$'\n''mediumorchid'$'\n''mediumpurple'$'\n''mediumseagreen'$'\n''mediumslateblue'$'\n''mediumspringgreen'$'\n''mediumturquoise'$'\n''mediumvioletred'$'\n''midnightblue'$'\n''mintcream'$'\n''mistyrose'$'\n''moccasin'$'\n''navajowhite'$'\n''navy'$'\n''oldlace'$'\n''olive'$'\n''olivedrab'$'\n''orange'$'\n''orangered'$'\n''orchid'$'\n''palegoldenrod'$'\n''palegreen'$'\n''paleturquoise'$'\n''palevioletred'$'\n''papayawhip'$'\n''peachpuff'$'\n''peru'$'\n''pink'$'\n''plum'$'\n''powderblue'$'\n''purple'$'\n''red'$'\n''rosybrown'$'\n''royalblue'$'\n''saddlebrown'$'\n''salmon'$'\n''sandybrown'$'\n''seagreen'$'\n''seashell'$'\n''sienna'$'\n''silver'$'\n''skyblue'$'\n''slateblue'$'\n''slategray'$'\n''slategrey'$'\n''snow'$'\n''springgreen'$'\n''steelblue'$'\n''tan'$'\n''teal'$'\n''thistle'$'\n''tomato'$'\n''turquoise'$'\n''violet'$'\n''wheat'$'\n''white'$'\n''whitesmoke'$'\n''yellow'$'\n''yellowgreen'
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

_duecal_import() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --exit-code --conflicts --json --expand --quiet -q --verbose -v --version -h --help)
    repeating_options=(--limit --among --category --status --text)
    non_repeating_options=(--into --under --only --from --to --tz --uids --notes --removed --allow-delete --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--limit')
        return
        ;;
    '--into')
        __duecal_add_completions -f
        return
        ;;
    '--under')
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
        return
        ;;
    '--to')
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
    '--allow-delete')
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

_duecal_undo() {
    repeating_flags=()
    non_repeating_flags=(--list --dry-run --force-editing --quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--run --to --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--run')
        return
        ;;
    '--to')
        __duecal_add_completions -f
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
    repeating_options=(--extension --limit)
    non_repeating_options=(--dialect --zone --timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
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
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_outline() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--extension)
    non_repeating_options=(--dialect --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
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
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_verify() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
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

_duecal_show() {
    repeating_flags=()
    non_repeating_flags=(--quiet -q --verbose -v --json --version -h --help)
    repeating_options=(--limit)
    non_repeating_options=(--timeout --color)
    __duecal_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
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

_duecal_occurrences() {
    repeating_flags=()
    non_repeating_flags=(--json --quiet -q --verbose -v --version -h --help)
    repeating_options=(--limit)
    non_repeating_options=(--start --uid --zone --count --from --to --timeout --color)
    __duecal_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--start')
        return
        ;;
    '--uid')
        return
        ;;
    '--zone')
        return
        ;;
    '--count')
        return
        ;;
    '--from')
        return
        ;;
    '--to')
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
    1)
        __duecal_add_completions -f
        return
        ;;
    esac
}

_duecal_help() {
    __duecal_add_completions -W 'export'$'\n''import'$'\n''undo'$'\n''check'$'\n''outline'$'\n''verify'$'\n''show'$'\n''occurrences'
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __duecal_offer_flags_options -1
}

complete -o filenames -F _duecal duecal
