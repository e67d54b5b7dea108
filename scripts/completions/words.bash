
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
