import './platform/text/schema-faults.ts';
import { newCall, UsageError } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { findCommand, listGroup } from './cli/find-command.ts';
import { describeCommand, describeCommands } from './cli/help.ts';
import { parseWords } from './cli/parse-words.ts';
import { OwnerError } from './owner-error.ts';
import { keepMemoryOutOfDumps } from './platform/running/crash-dumps.ts';
import { redact } from './platform/text/redact.ts';
import { version } from './version.ts';

async function run(words: string[]): Promise<number> {
  const [first] = words;
  if (first === '--version' || first === '-V') return print(version);
  const asksHelp = words.some((word) => word === '--help' || word === '-h');
  if (first === undefined || first === 'help' || asksHelp) {
    return print(await help(words.filter((word) => word !== 'help' && !word.startsWith('-'))));
  }
  const { name, command, rest } = await findCommand(words);
  const { input, isJson, isSure } = parseWords(name, command, rest);
  await keepMemoryOutOfDumps();
  const call = newCall(isJson);
  const warning = isSure ? null : (command.warn?.(input, call) ?? null);
  if (warning !== null) await (await import('./cli/confirm.ts')).confirm(warning);
  const output = await command.run(input, call);
  return output === null ? 0 : print(isJson ? JSON.stringify(output.json) : output.text, output.exitCode);
}

/** The help of the command or the group that the words name, else of all. */
async function help(words: string[]): Promise<string> {
  const [first] = words;
  if (first === undefined) return describeCommands(Object.keys(commands));
  const group = words.length === 1 ? listGroup(first) : [];
  if (group.length > 0) return describeCommands(group);
  const { name, command } = await findCommand(words);
  return describeCommand(name, command);
}

function print(text: string, exitCode = 0): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

/** True for a disk or network error, such as an unwritable folder: its message names the path or address. */
function isSystemFault(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || /^SQLITE_(CANTOPEN|READONLY|IOERR|FULL|BUSY|PERM)/.test(code ?? '');
}

/** Writes one line, or one JSON object where the command was to print JSON. */
function printError(error: unknown, isJson: boolean): void {
  const isExpected = error instanceof OwnerError || isSystemFault(error);
  const message = redact(isExpected ? (error as Error).message : ((error as Error).stack ?? String(error)));
  const kind = error instanceof UsageError ? 'usage' : isExpected ? 'failed' : 'internal';
  process.stderr.write(`${isJson ? JSON.stringify({ error: { kind, message } }) : message}\n`);
}

// Files written by the commands are private to the user.
process.umask(0o077);
const words = process.argv.slice(2);
try {
  process.exitCode = await run(words);
} catch (error) {
  printError(error, words.includes('--json'));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
