import type { ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
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
}

/** One command: its words, its input and its action. */
export interface Command<Input = unknown> {
  /** The words after `frontdesk` with arguments and options, for the help. */
  usage: string;
  summary: string;
  /** Names of the arguments in order, if it takes any; `input` receives them next to the options. */
  positionals?: string[];
  options?: ParseArgsOptionsConfig;
  input: z.ZodType<Input>;
  run(input: Input, call: Call): Promise<Output>;
}

export const defineCommand = <Input>(command: Command<Input>): Command => command as Command;

export const newCall = (): Call => ({ config: readConfig(process.env), now: new Date().toISOString() });

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
  if (!workspace) throw new CommandError(`There is no workspace ${id ?? 'yet'}`);
  return workspace;
}

/** Formats rows as a table with aligned columns. */
export function formatTable(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const format = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...rows].map(format).join('\n');
}
