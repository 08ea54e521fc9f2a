import { z } from 'zod';
import { type Command, defineCommand } from './command.ts';
import { commonOptions } from './usage.ts';

/** The words that may follow each beginning of a command line: `""`, `keys`, `keys create`. */
function findNextWords(commands: Record<string, Command>): Map<string, string[]> {
  const next = new Map<string, string[]>([['', ['help']]]);
  const add = (before: string, word: string) => {
    const words = next.get(before) ?? [];
    if (!words.includes(word)) next.set(before, [...words, word]);
  };
  for (const [name, command] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ');
    add('', first);
    if (second) add(first, second);
    for (const option of Object.keys({ ...command.options, ...commonOptions(command) })) add(name, `--${option}`);
  }
  return next;
}

/** A function for bash, which zsh can use too: the longest known beginning of the line decides; else files complete. */
function writeBash(next: Map<string, string[]>): string {
  const cases = [...next]
    .sort(([one], [other]) => other.length - one.length)
    .map(
      ([before, words]) => `    "${lineOf(before)}"${before.includes(' ') ? '*' : ''}) words="${words.join(' ')}" ;;`,
    );
  return `_frontdesk() {
  local line="\${COMP_LINE:0:$COMP_POINT}" words=""
  case "\${line% *}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$2"))
}
complete -o default -F _frontdesk frontdesk`;
}

const lineOf = (before: string): string => `frontdesk ${before}`.trim();

const writeZsh = (next: Map<string, string[]>): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${writeBash(next)}`;

function writeFish(next: Map<string, string[]>): string {
  const lines = [...next].flatMap(([before, words]) => {
    const options = words.filter((word) => word.startsWith('--'));
    const after = `string match -q -- "${lineOf(before)}*" (commandline -cp)`;
    const at = `test (string join " " -- (commandline -opc)) = "${lineOf(before)}"`;
    if (options.length > 0) return options.map((word) => `complete -c frontdesk -n '${after}' -l ${word.slice(2)}`);
    return [`complete -c frontdesk -f -n '${at}' -a "${words.join(' ')}"`];
  });
  return lines.join('\n');
}

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish };

/** Defines `completion`, which prints the script for a shell. It loads all commands, also itself. */
export const completionCommands = (loadCommands: () => Promise<Record<string, Command>>): Record<string, Command> => ({
  completion: defineCommand({
    details: 'It completes the word `frontdesk`, which an alias makes of `npx frontdesk`.',
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh >> ~/.zshrc',
      'completion fish > ~/.config/fish/completions/frontdesk.fish',
    ],
    positionals: { shell: 'bash, zsh or fish' },
    input: z.strictObject({ shell: z.enum(['bash', 'zsh', 'fish']) }),
    async run({ shell }) {
      const script = writers[shell](findNextWords(await loadCommands()));
      return { text: script, json: { shell, script } };
    },
  }),
});
