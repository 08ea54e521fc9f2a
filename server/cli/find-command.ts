import { type Command, UsageError } from './command.ts';
import { commands, loadCommand } from './commands.ts';
import { suggest } from './suggest.ts';
import { program } from './usage.ts';

export interface Found {
  name: string;
  command: Command;
  /** The words after the name. */
  rest: string[];
}

/** Returns the command at the start of the words. Throws `UsageError`, which suggests what may have been meant. */
export async function findCommand(words: string[]): Promise<Found> {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = await loadCommand(name);
    if (command) return { name, command, rest: words.slice(length) };
  }
  throw unknownCommand(words);
}

/** Returns the names of the commands of a group, such as those of `keys`. */
export const listGroup = (first: string): string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${first} `));

/** Returns the error for words that name no command, with what may have been meant. */
function unknownCommand(words: string[]): UsageError {
  const [first = ''] = words;
  const typed = words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ');
  if (typed === '') return new UsageError(`There is no option ${first}: ${program} help lists the commands`);
  const isGroup = listGroup(first).length > 0;
  if (isGroup && typed === first)
    return new UsageError(`"${first}" needs one word more: ${program} help ${first} shows which`);
  const names = Object.keys(commands);
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const near = suggest(typed, names) ?? (isGroup ? null : suggest(first, firsts));
  const help = isGroup ? `${program} help ${first}` : `${program} help`;
  return new UsageError(`There is no command "${typed}"${near ? `, did you mean "${near}"?` : `: ${help} lists them`}`);
}
