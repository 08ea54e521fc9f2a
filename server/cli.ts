import { parseArgs } from 'node:util';
import { type Command, CommandError, newCall, type Output, UsageError } from './cli/command.ts';
import { demoCommands } from './cli/demo.ts';
import { keyCommands } from './cli/keys.ts';
import { loginCommands } from './cli/login.ts';
import { maintenanceCommands } from './cli/maintenance.ts';
import { modelCommands } from './cli/model.ts';
import { outboundCommands } from './cli/outbound.ts';
import { sendingCommands } from './cli/sending.ts';
import { workspaceCommands } from './cli/workspaces.ts';
import { ConfigError } from './config.ts';
import { SealedKeyError } from './platform/access/secrets.ts';
import { BackupError } from './platform/backup/backup.ts';
import { DataFolderError } from './platform/database/data-folder-error.ts';
import { LockedError } from './platform/database/lock.ts';
import { MigrationError, NewerDatabaseError } from './platform/database/migrate.ts';
import { redact } from './platform/log.ts';
import { keepMemoryOutOfDumps } from './platform/running/crash-dumps.ts';
import { version } from './version.ts';

const commands: Record<string, Command> = {
  ...keyCommands,
  ...loginCommands,
  ...workspaceCommands,
  ...outboundCommands,
  ...modelCommands,
  ...sendingCommands,
  ...maintenanceCommands,
  ...demoCommands,
};

/** Errors shown without a stack trace. */
const expected = [
  ...[UsageError, CommandError, BackupError, ConfigError, DataFolderError],
  ...[LockedError, MigrationError, NewerDatabaseError, SealedKeyError],
];

/** Help for all commands, or for those that the words name. */
function helpText(words: string[]): string {
  const lines = commandsNamed(words).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return `Usage: npx frontdesk COMMAND [--json]\n\n${lines.join('\n')}\n\nThe data folder is FRONTDESK_HOME, or ./data.`;
}

/** Returns one command, those of a group (`keys`), or all when there are no words. */
function commandsNamed(words: string[]): Command[] {
  if (words.length === 0) return Object.values(commands);
  for (const length of [2, 1]) {
    const start = `${words.slice(0, length).join(' ')} `;
    const found = Object.entries(commands).filter(([name]) => `${name} `.startsWith(start));
    if (found.length > 0) return found.map(([, command]) => command);
  }
  throw new UsageError(`Unknown command "${words.join(' ')}": npx frontdesk --help lists them`);
}

/** Returns the longest command at the start of the words, and the rest. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    if (Object.hasOwn(commands, name)) return { command: commands[name] as Command, rest: words.slice(length) };
  }
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2);
  // Throws when the first word names no group either.
  commandsNamed(typed);
  const help = ['npx frontdesk', ...typed.slice(0, 1), '--help'].join(' ');
  throw new UsageError(`Unknown command "${typed.join(' ')}": ${help} lists them`);
}

function readInput(command: Command, rest: string[]): { input: unknown; isJson: boolean } {
  const { json, ...values } = parseWords(command, rest);
  const parsed = command.input.safeParse(values);
  if (parsed.success) return { input: parsed.data, isJson: json === true };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const label = command.positionals?.includes(name) ? name.toUpperCase() : `--${name}`;
    return values[name] === undefined ? `${label} is missing` : `${label}: ${message}`;
  });
  throw new UsageError(`${faults.join('; ')}. Usage: npx frontdesk ${command.usage}`);
}

/** Parses options and arguments by name. */
function parseWords({ options, positionals: names = [], usage }: Command, rest: string[]): Record<string, unknown> {
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (positionals.length > names.length) throw new Error(`Unexpected argument "${positionals[names.length]}"`);
    return { ...values, ...Object.fromEntries(positionals.map((value, index) => [names[index], value])) };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. Usage: npx frontdesk ${usage}`);
  }
}

async function run(words: string[]): Promise<number> {
  const [first] = words;
  if (first === '--version') return print(version);
  if (first === undefined || first === 'help' || words.includes('--help') || words.includes('-h')) {
    const named = words.filter((word) => word !== 'help' && !word.startsWith('-'));
    return print(helpText(named.slice(0, 2)));
  }
  const { command, rest } = findCommand(words);
  const { input, isJson } = readInput(command, rest);
  const output: Output = await command.run(input, newCall());
  return print(isJson ? JSON.stringify(output.json) : output.text, output.exitCode);
}

function print(text: string, exitCode = 0): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

// Files written by the commands are private to the user.
process.umask(0o077);
keepMemoryOutOfDumps();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isExpected = expected.some((kind) => error instanceof kind);
  const text = isExpected ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${redact(text)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
