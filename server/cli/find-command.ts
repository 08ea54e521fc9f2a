import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { suggest } from './suggest.ts';
import { program } from './usage.ts';

export interface Found {
  name: string;
  command: Command;
  /** The words after the name. */
  rest: string[];
}

/** Returns the command at the start of the words. Throws `UsageError`, which suggests what may have been meant. */
export function findCommand(words: string[]): Found {
  const found = matchCommand(words);
  if (!found) throw unknownCommand(words);
  return found;
}

/** Returns the error for words that name no command, with what may have been meant. */
export function unknownCommand(words: string[]): UsageError {
  const typed = plainWords(words).join(' ');
  if (typed === '') return new UsageError(`There is no option ${words[0]}: ${program} help lists the commands`);
  const group = Object.keys(findGroup(words)).length > 0 ? words[0] : null;
  if (group && typed === group)
    return new UsageError(`"${group}" needs one word more: ${program} help ${group} shows which`);
  const near = suggest(typed, Object.keys(commands)) ?? (group ? null : suggestGroup(words));
  const help = group ? `${program} help ${group}` : `${program} help`;
  return new UsageError(`There is no command "${typed}"${near ? `, did you mean "${near}"?` : `: ${help} lists them`}`);
}

/** Returns the command at the start of the words; null if there is none. */
export function matchCommand(words: string[]): Found | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  return null;
}

/** Returns the commands of a group, such as those of `keys`. */
export const findGroup = ([first = '']: string[]): Record<string, Command> =>
  Object.fromEntries(Object.entries(commands).filter(([name]) => name.startsWith(`${first} `)));

/** The words that may name a command. */
const plainWords = (words: string[]): string[] => words.filter((word) => !word.startsWith('-')).slice(0, 2);

const suggestGroup = ([first = '']: string[]): string | null =>
  suggest(first, [...new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? ''))]);
