import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const home = join(import.meta.dirname, '.venv');
const requirements = join(import.meta.dirname, 'requirements.txt');
/** Names the installed packages; written last. */
const mark = join(home, '.installed-from');

/**
 * Installs the Python packages of `requirements.txt` in a virtual environment unless they are there; builds none of them.
 * Returns the reason if it cannot, because Python is missing; else null.
 */
export async function installPython(): Promise<string | null> {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return null;
  await rm(home, { recursive: true, force: true });
  try {
    await run('python3', ['-m', 'venv', home]);
  } catch {
    return 'Python with venv is not on this machine (apt-get install python3-venv)';
  }
  const words = ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  await run(join(home, 'bin/pip'), [...words, '-r', requirements]);
  await writeFile(mark, wanted);
  return null;
}

/** Runs a program of the Python packages; returns its output and whether it succeeded. */
export async function runPython(program: string, words: string[], folder: string) {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return run(join(home, 'bin', program), words, options).then(
    ({ stdout }) => ({ isGood: true, output: stdout }),
    ({ stdout, stderr }) => ({ isGood: false, output: `${stdout}${stderr}` }),
  );
}
