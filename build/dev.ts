/**
 * `npm run dev`: one address to open. The server restarts when its files change; the console is served by Vite, which
 * replaces changed modules in the open page and proxies everything else to the server, which has the API reference as
 * it is built after each change. The data folder is `data/dev` unless FRONTDESK_HOME is set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { build, createServer, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');
const consolePort = Number(process.env.FRONTDESK_PORT ?? 7420);

const serverPort = await findFreePort();
const target = `http://127.0.0.1:${serverPort}`;

const vite = await createServer({
  configFile: join(root, 'renderer/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: consolePort,
    strictPort: consolePort !== 0,
    proxy: { '/': { target, ws: false, bypass: (request) => (isForConsole(request) ? request.url : undefined) } },
  },
});
await vite.listen();
const reference = (await build({
  configFile: join(root, 'renderer/reference/vite.config.ts'),
  logLevel: 'warn',
  build: { watch: {} },
})) as Rolldown.RolldownWatcher;
const address = `http://127.0.0.1:${((vite.httpServer as Server).address() as AddressInfo).port}`;

const server = startServer();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal));
server.once('exit', async (code) => {
  await Promise.all([vite.close(), reference.close()]);
  process.exitCode = code ?? 0;
});

/**
 * Whether Vite serves a request: the page, its modules and pictures. Paths that both could serve, such as `/docs`,
 * belong to the server.
 */
function isForConsole({ url = '', headers }: IncomingMessage): boolean {
  const path = new URL(url, target).pathname;
  if (/^\/(api|owner|media|docs|webhooks|healthz|integrations\/(oauth|calendar))(\/|$)/.test(path)) return false;
  if (/^\/(@|node_modules\/|server\/)/.test(path)) return true;
  const isFile = ['renderer', 'renderer/public'].some((folder) => path !== '/' && existsSync(join(root, folder, path)));
  return isFile || Boolean(headers.accept?.includes('text/html'));
}

/** Starts the server under `node --watch`; replaces the addresses in its output by the one to open. */
function startServer(): ChildProcess {
  const watched = ['server', 'migrations'].map((folder) => `--watch-path=${join(root, folder)}`);
  const words = [...watched, '--watch-preserve-output', join(root, 'server/main.ts')];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      ...process.env,
      FRONTDESK_HOME: process.env.FRONTDESK_HOME ?? join(root, 'data/dev'),
      FRONTDESK_PORT: String(serverPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => process.stdout.write(text.replaceAll(target, address)));
  return child;
}

async function findFreePort(): Promise<number> {
  const probe = createNetServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
