import { z } from 'zod';
import { type Config, readConfig } from '../config.ts';
import { OwnerError } from '../owner-error.ts';

/** A valid command that cannot be carried out. Exit code 1. */
export class CommandError extends OwnerError {}

/** The command line is invalid. Exit code 2. */
export class UsageError extends OwnerError {}

/** The output of a command: lines for people, or JSON with `--json`. */
export interface Output {
  text: string;
  json: unknown;
  exitCode?: number;
}

export interface Call {
  config: Config;
  now: string;
  /** JSON was asked for; a command that writes while it runs needs to know. */
  isJson: boolean;
}

/** An option, `--name VALUE`, or `--name` alone when it has no value. */
export interface Option {
  /** What stands for the value in the help, such as `NAME`; absent for an option without one. */
  value?: string;
  about: string;
  /** May be given several times. */
  isList?: true;
}

/** One command: what its help says beside the summary in `commands.ts`, its input and its action. */
export interface Command<Input = unknown> {
  /** What the help adds to the summary. */
  details?: string;
  /** The words after `npx frontdesk` of at least one real call. */
  examples: [string, ...string[]];
  /** Arguments in order, such as `{ file: 'The file to write' }`, if it takes any. */
  positionals?: Record<string, string>;
  options?: Record<string, Option>;
  /** Receives arguments and options by name. */
  input: z.ZodObject<z.ZodRawShape, z.core.$strict> & z.ZodType<Input>;
  /** What would be lost, as a sentence, when a person has to confirm; null when nothing is. */
  warn?(input: Input, call: Call): string | null;
  /** Resolves with null when everything was written while it ran. */
  run(input: Input, call: Call): Promise<Output | null>;
}

/** An address that a command is given. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2_000);

export const defineCommand = <Input>(command: Command<Input>): Command => command as Command;

export const newCall = (isJson: boolean): Call => ({
  config: readConfig(process.env),
  now: new Date().toISOString(),
  isJson,
});

/** Formats rows as a table with aligned columns. */
export function formatTable(headings: string[], rows: string[][]): string {
  return alignColumns([headings, ...rows], '');
}

/** Aligns the cells of lines in columns, two spaces apart. */
export function alignColumns(lines: string[][], indent: string): string {
  const count = Math.max(...lines.map((cells) => cells.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const format = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((cells) => (indent + format(cells)).trimEnd()).join('\n');
}
