import { version } from '../version.ts';
import { alignColumns, type Command } from './command.ts';
import { commands } from './commands.ts';
import { commonOptions, labelOf, program, usageOf } from './usage.ts';

/** The help of one command, with its options and examples. */
export function describeCommand(name: string, command: Command): string {
  const { details, examples, positionals = {}, options = {} } = command;
  const summary = commands[name]?.summary;
  const list = (title: string, lines: string[][]) =>
    lines.length === 0 ? [] : [`${title}:\n${alignColumns(lines, '  ')}`];
  return [
    details ? `${summary}.\n${details}` : `${summary}.`,
    `Usage: ${usageOf(name, command)}`,
    ...list(
      'Arguments',
      Object.entries(positionals).map(([argument, about]) => [labelOf(command, argument), about]),
    ),
    ...list(
      'Options',
      Object.entries({ ...options, ...commonOptions(command) }).map(([option, { value, about }]) => [
        `--${option}${value ? ` ${value}` : ''}`,
        about,
      ]),
    ),
    `Examples:\n${examples.map((words) => `  ${program} ${words}`).join('\n')}`,
  ].join('\n\n');
}

/** The help of several commands, a line each. */
export function describeCommands(names: string[]): string {
  const lines = names.map((name) => [name, commands[name]?.summary ?? '']);
  return [
    `Frontdesk ${version}: manages an installation from a shell.`,
    `Usage: ${program} COMMAND [OPTION]…`,
    `Commands:\n${alignColumns(lines, '  ')}`,
    `"${program} help COMMAND" shows the options and examples of a command.\n` +
      'The data folder is FRONTDESK_HOME, or ./data. Exit codes: 0 done, 1 failed, 2 the command line is wrong.',
  ].join('\n\n');
}
