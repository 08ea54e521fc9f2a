import { z } from 'zod';
import { type Config, readConfig } from '../config.ts';
import { listWorkspaces, type Workspace } from '../platform/access/workspaces.ts';
import { isRestoreReady } from '../platform/backup/restore.ts';
import { hasDatabase } from '../platform/database/data-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { openSharedHome } from '../platform/database/open-home.ts';

/** A valid command that cannot be carried out; the message is the line shown to the owner. Exit code 1. */
export class CommandError extends Error {}

/** The command line is invalid. Exit code 2. */
export class UsageError extends Error {}

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

/** One command: what the help says of it, its input and its action. */
export interface Command<Input = unknown> {
  summary: string;
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

/** Throws in a folder without data: a key created there would be unknown to any server. */
export function assertHasData({ config: { home } }: Call): void {
  if (hasDatabase(home)) return;
  throw new CommandError(
    `The folder ${home} holds no data of Frontdesk yet: npm start creates it, or set FRONTDESK_HOME to the right folder`,
  );
}

/** Opens the database of an existing data folder for one use. */
export async function openHome<T>(call: Call, use: (database: Database) => Promise<T>): Promise<T> {
  assertHasData(call);
  const { home } = call.config;
  if (isRestoreReady(home))
    throw new CommandError('A restore is under way: wait for it, or start the server to end it');
  const database = await openSharedHome(home, call.now);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Returns the workspace with this id, or the first one. */
export async function pickWorkspace(database: Database, id: string | undefined): Promise<Workspace> {
  const all = await listWorkspaces(database.read);
  const workspace = id === undefined ? all[0] : all.find((one) => one.id === id);
  if (!workspace) {
    const why = id === undefined ? 'There is no workspace yet' : `There is no workspace ${id}`;
    throw new CommandError(`${why}: npx frontdesk workspaces list shows them`);
  }
  return workspace;
}

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
