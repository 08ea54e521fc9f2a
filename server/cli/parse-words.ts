import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.ts';
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
    if (values[field] === undefined) return `${labelOf(command, field)} is missing`;
    // The other messages follow a name: "is missing", "must be …".
    const joint = /^(is|are|must|has|have|needs) /.test(message) ? ' ' : ': ';
    return labelOf(command, field) + joint + message;
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
    const unknown = (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    const word = rest.find((each) => /^--/.test(each) && !Object.hasOwn(options, each.slice(2).split('=')[0] ?? ''));
    const near =
      unknown && word
        ? suggest(
            word,
            Object.keys(options).map((option) => `--${option}`),
          )
        : null;
    const fault = unknown && word ? `There is no option ${word.split('=')[0]}` : firstSentence(error);
    throw new UsageError(`${fault}${near ? `, did you mean ${near}?` : '.'} Usage: ${usageOf(name, command)}`);
  }
}

/** Node's own errors go on to explain how to quote a word. */
const firstSentence = (error: unknown): string => (error as Error).message.split(/[.\n]/)[0] ?? '';
