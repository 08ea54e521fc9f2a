import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preload } from '../support/environment/preload.ts';

// A tool that tries to leave this machine ends.
preload(new URL('../support/environment/child-egress-guard.js', import.meta.url));

const pathOf = (tool: string): string => join(import.meta.dirname, 'node_modules/.bin', tool);

/** Runs a tool of this package in a folder. Throws with all of its output when it fails. */
export async function runTool(tool: string, words: string[], folder: string): Promise<void> {
  await promisify(execFile)(pathOf(tool), words, { cwd: folder }).catch(({ stdout, stderr, code }) => {
    throw new Error(`${tool} ended with ${code}: ${stdout}${stderr}`);
  });
}

/** Starts a tool of this package that runs until it is killed. */
export const startTool = (tool: string, words: string[]): ChildProcess =>
  spawn(pathOf(tool), words, { stdio: ['ignore', 'ignore', 'inherit'] });
