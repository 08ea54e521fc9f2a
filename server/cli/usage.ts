import { z } from 'zod';
import type { Command, Option } from './command.ts';

/** What a person types before the name of a command. */
export const program = 'npx frontdesk';

/** The options that a command has without declaring them. */
export const commonOptions = (command: Command): Record<string, Option> => ({
  ...(command.warn ? { yes: { about: 'Do it without asking' } } : {}),
  json: { about: 'Print JSON, errors too' },
  help: { about: 'Show this help' },
});

/** What an argument or option is called in the help and in errors. */
export const labelOf = ({ positionals = {} }: Command, field: string): string =>
  Object.hasOwn(positionals, field) ? field.toUpperCase() : `--${field}`;

/** How a command is called: what is needed, and in brackets what may be given. */
export function usageOf(name: string, command: Command): string {
  const fields = { ...command.positionals, ...command.options };
  const words = Object.entries(fields).map(([field, option]) => {
    const { value, isList } = typeof option === 'string' ? {} : option;
    const text = `${labelOf(command, field)}${value ? ` ${value}` : ''}`;
    const isOptional = z.safeParse(command.input.shape[field] as z.ZodType, undefined).success;
    return (isOptional ? `[${text}]` : text) + (isList ? '…' : '');
  });
  return [program, name, ...words].join(' ');
}
