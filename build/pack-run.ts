import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractAll } from '@electron/asar';
import Sqlite from 'better-sqlite3';

const patienceMs = 30_000;

/**
 * Runs the packed server. Plain Node cannot read the archive, so it is extracted first, with its unpacked files. Throws
 * unless the server responds, has created its database, and serves the console and the API reference.
 */
export async function checkServer(resources: string, folder: string, home: string): Promise<string> {
  extractAll(join(resources, 'app.asar'), folder);
  const server = spawn(process.execPath, [join(folder, 'dist/server/main.js')], {
    // Outside the checkout, so that it only finds packed files.
    cwd: folder,
    env: { FRONTDESK_HOME: home, FRONTDESK_PORT: '0', FRONTDESK_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await readUrl(server);
    const reference = await (await fetch(`${url}/docs`)).text();
    const script = /<script[^>]* src="([^"]+)"/.exec(reference)?.[1] ?? '/docs/assets/missing.js';
    for (const path of ['/healthz', '/docs', script, '/docs/client.tgz', '/api/openapi.json', '/']) {
      const { status } = await fetch(url + path, { headers: { accept: 'text/html,*/*' } });
      if (status !== 200) throw new Error(`The packed server answers ${status} to ${path}`);
    }
    const handle = new Sqlite(join(home, 'frontdesk.sqlite'), { readonly: true });
    const version = handle.pragma('user_version', { simple: true });
    handle.close();
    if (version === 0) throw new Error('The packed server has not made its database');
    return `the packed server answers on a database of version ${version}`;
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

async function readUrl(server: ChildProcess): Promise<string> {
  const deadline = AbortSignal.timeout(patienceMs);
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  for (;;) {
    const url = /^Frontdesk is ready at (\S+)$/m.exec(output)?.[1];
    if (url) return url;
    if (deadline.aborted || server.exitCode !== null) throw new Error(`The packed server did not start: ${output}`);
    await sleep(50);
  }
}

/** Throws when an unbundled package or the QR client does not work from where it was packed. */
export async function checkPrograms(folder: string): Promise<string> {
  const args = ['--experimental-import-meta-resolve', join(import.meta.dirname, 'packed-probe.ts'), folder];
  const probe = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(probe, 'exit');
  if (code !== 0) throw new Error('A packed package does not work');
  await checkClient(join(folder, 'dist/server/qr-client.worker.js'));
  return 'the packed packages read a PDF and a picture, SQLite loads its vectors, a local model embeds, the QR client answers';
}

/** Checks the client process, which loads its whole library before it responds. */
async function checkClient(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} is missing`);
  const client = fork(file, [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const answered = once(client, 'message', { signal: AbortSignal.timeout(patienceMs) });
  client.send({ id: 1, ask: 'close', body: null });
  const [answer] = await answered;
  client.kill('SIGKILL');
  if ((answer as { id?: number }).id !== 1) throw new Error('The packed QR client does not answer');
}
