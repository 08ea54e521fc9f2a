import { createInterface } from 'node:readline/promises';
import { CommandError, UsageError } from './command.ts';

/**
 * Asks a person before something is lost. Throws `CommandError` if she declines, and `UsageError` where nobody can be
 * asked: a script has to say `--yes`.
 */
export async function confirm(warning: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new UsageError(`${warning} --yes does it without asking`);
  // Not on the standard output, which may be a file.
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${warning} Continue? [y/N] `).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed');
}
