import './platform/text/schema-faults.ts';
import { CommandError, newCall, UsageError } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { confirm } from './cli/confirm.ts';
import { findCommand, findGroup, matchCommand, unknownCommand } from './cli/find-command.ts';
import { describeCommand, describeCommands } from './cli/help.ts';
import { parseWords } from './cli/parse-words.ts';
import { ConfigError } from './config.ts';
import { SealedKeyError } from './platform/access/secrets.ts';
import { BackupError } from './platform/backup/backup.ts';
import { DataFolderError } from './platform/database/data-folder-error.ts';
import { LockedError } from './platform/database/lock.ts';
import { MigrationError, NewerDatabaseError } from './platform/database/migrate.ts';
import { redact } from './platform/log.ts';
import { keepMemoryOutOfDumps } from './platform/running/crash-dumps.ts';
import { version } from './version.ts';

/** Errors shown without a stack trace. */
const expected = [
  ...[UsageError, CommandError, BackupError, ConfigError, DataFolderError],
  ...[LockedError, MigrationError, NewerDatabaseError, SealedKeyError],
];

async function run(words: string[]): Promise<number> {
  const [first] = words;
  if (first === '--version' || first === '-V') return print(version);
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  if (first === undefined || first === 'help' || asksHelp) {
    return print(help(words.filter((word) => word !== 'help' && !word.startsWith('-'))));
  }
  const { name, command, rest } = findCommand(words);
  const { input, isJson, isSure } = parseWords(name, command, rest);
  const call = newCall(isJson);
  const warning = isSure ? null : (command.warn?.(input, call) ?? null);
  if (warning !== null) await confirm(warning);
  const output = await command.run(input, call);
  return output === null ? 0 : print(isJson ? JSON.stringify(output.json) : output.text, output.exitCode);
}

/** The help of the command or the group that the words name, else of all. */
function help(words: string[]): string {
  if (words.length === 0) return describeCommands(commands);
  const found = matchCommand(words);
  if (found) return describeCommand(found.name, found.command);
  const group = findGroup(words);
  if (words.length === 1 && Object.keys(group).length > 0) return describeCommands(group);
  throw unknownCommand(words);
}

function print(text: string, exitCode = 0): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

/** Writes one line, or one JSON object where the command was to print JSON. */
function printError(error: unknown, isJson: boolean): void {
  const isExpected = expected.some((kind) => error instanceof kind);
  const message = redact(isExpected ? (error as Error).message : ((error as Error).stack ?? String(error)));
  const kind = error instanceof UsageError ? 'usage' : isExpected ? 'failed' : 'internal';
  process.stderr.write(`${isJson ? JSON.stringify({ error: { kind, message } }) : message}\n`);
}

// Files written by the commands are private to the user.
process.umask(0o077);
keepMemoryOutOfDumps();
const words = process.argv.slice(2);
try {
  process.exitCode = await run(words);
} catch (error) {
  printError(error, words.includes('--json'));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
