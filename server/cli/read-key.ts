import { readFile } from 'node:fs/promises';
import { text as readText } from 'node:stream/consumers';
import { CommandError } from './command.ts';

const longestKey = 500;

/** The API key that a command is given: by `--key-file`, else in FRONTDESK_KEY; null without one. */
export const findApiKey = async (file: string | undefined): Promise<string | null> =>
  file === undefined ? process.env.FRONTDESK_KEY?.trim() || null : readKey(file);

/** Reads a key from the file that `--key-file` names, or from the standard input (`-`). */
export async function readKey(file: string): Promise<string> {
  const text = await (file === '-' ? readText(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new CommandError(`--key-file could not be read: ${error.message}`);
  });
  const key = text.trim();
  if (key === '' || key.length > longestKey || /\s/.test(key))
    throw new CommandError(`--key-file must hold one key of at most ${longestKey} characters`);
  return key;
}
