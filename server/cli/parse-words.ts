import { parseArgs } from 'node:util';
import { type Command, type Option, UsageError } from './command.ts';
import { suggest } from './suggest.ts';
import { commonOptions, labelOf, usageOf } from './usage.ts';

/** What was asked of a command. */
export interface Asked {
  input: unknown;
  isJson: boolean;
  /** The person has confirmed already. */
  isSure: boolean;
}

/** Reads the words after the name of a command. Throws `UsageError`, which says how the command is called. */
export function parseWords(name: string, command: Command, rest: string[]): Asked {
  const { json, yes, ...values } = splitWords(name, command, rest);
  const parsed = command.input.safeParse(values);
  if (parsed.success) return { input: parsed.data, isJson: json === true, isSure: yes === true };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const field = String(path[0]);
    return `${labelOf(command, field)} ${values[field] === undefined ? 'is missing' : message}`;
  });
  throw new UsageError(`${faults.join('; ')}. Usage: ${usageOf(name, command)}`);
}

/** Returns arguments and options by name. */
function splitWords(name: string, command: Command, rest: string[]): Record<string, unknown> {
  const names = Object.keys(command.positionals ?? {});
  const options = { ...command.options, ...commonOptions(command) };
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: Object.fromEntries(
        Object.entries(options).map(([option, { value, isList = false }]) => [
          option,
          { type: value ? 'string' : 'boolean', multiple: isList },
        ]),
      ),
      allowPositionals: true,
    });
    if (positionals.length > names.length) throw new Error(`Unexpected argument "${positionals[names.length]}"`);
    return { ...values, ...Object.fromEntries(positionals.map((value, index) => [names[index], value])) };
  } catch (error) {
    throw new UsageError(`${sayFault(error as Error, rest, options)} Usage: ${usageOf(name, command)}`);
  }
}

/** Says what Node found wrong with the words, or which option may have been meant. */
function sayFault(error: Error & { code?: string }, rest: string[], options: Record<string, Option>): string {
  const typed = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')[0] ?? '');
  const unknown = typed.find((option) => !Object.hasOwn(options, option));
  // Node's own errors go on to explain how to quote a word.
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || unknown === undefined)
    return `${error.message.split(/[.\n]/)[0]}.`;
  const near = suggest(unknown, Object.keys(options));
  return `There is no option --${unknown}${near ? `, did you mean --${near}?` : '.'}`;
}
