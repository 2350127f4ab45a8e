import type { Words } from './words.js';

/** The completion script of each shell. None of them starts the program. */
export const SHELLS = { bash, zsh, fish } as const;
export type Shell = keyof typeof SHELLS;

function bash(all: readonly Words[]): string {
  return `_svc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${stepped(all)}
  done
  case "$at" in
${all.map(({ after, words }) => `    "${after}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _svc svc
`;
}

function zsh(all: readonly Words[]): string {
  return `#compdef svc
_svc() {
  local at="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
${stepped(all)}
  done
  case "$at" in
${all.map(({ after, words }) => `    "${after}") compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
}
compdef _svc svc
`;
}

function fish(all: readonly Words[]): string {
  return `function __svc_at
  set -l at ""
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$at $word")
    contains -- $next ${commandsOf(all)
      .map((each) => `"${each}"`)
      .join(' ')}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${all.map(({ after, words }) => `complete -c svc -f -n '__svc_at "${after}"' -a "${words.join(' ')}"`).join('\n')}
`;
}

/** Goes one command deeper where the word is one. */
function stepped(all: readonly Words[]): string {
  const commands = commandsOf(all).map((each) => `"${each}"`);
  return `    case "\${at:+$at }$word" in
      ${commands.join('|')}) at="\${at:+$at }$word" ;;
    esac`;
}

const commandsOf = (all: readonly Words[]): readonly string[] =>
  all.map(({ after }) => after).filter((each) => each !== '');
