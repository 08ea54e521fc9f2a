import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { runCli, spawnServer } from '../support/server/processes.ts';

/** Another program of this machine at a port, with the next ones free. */
async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, server };
}

const home = async () => join(await temporaryFolder(), 'data');
const read = (folder: string, env: Record<string, string> = {}) => readConfig({ FRONTDESK_HOME: folder, ...env });

async function listen(config: Config) {
  const app = await createApp({ config, log: createLog('silent') });
  onTestFinished(() => app.stop());
  const { url } = await app.listen();
  return { app, port: Number(new URL(url).port), url };
}

test('a server whose usual port is taken moves to the next free one and stays there', async () => {
  const folder = await home();
  const { port: taken, server } = await takePort();
  const first = await listen({ ...read(folder), port: taken });
  expect(first.port).toBeGreaterThan(taken);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect(await first.app.createLoginLink()).toContain(`:${first.port}/`);
  await first.app.stop();
  await new Promise((resolve) => server.close(resolve));
  expect(read(folder)).toMatchObject({ port: first.port, mayMovePort: true });
  expect((await listen(read(folder))).port).toBe(first.port);
});

test('a port that the owner has chosen is an error when it is taken, and says so', async () => {
  const folder = await home();
  const { port } = await takePort();
  const { ended, output } = spawnServer(folder, { FRONTDESK_PORT: String(port) });
  expect(await ended).toBe(1);
  expect(output.stderr).toContain(`Port ${port} on 127.0.0.1 is in use: end the other program or set FRONTDESK_PORT`);
  expect(existsSync(join(folder, 'port'))).toBe(false);
  expect(read(folder, { FRONTDESK_PORT: '7430' })).toMatchObject({ port: 7430, mayMovePort: false });
});

test('the commands find the server at the port that it has moved to', async () => {
  const folder = await home();
  const { port: taken } = await takePort();
  const { port } = await listen({ ...read(folder), port: taken });
  const login = await runCli(folder, ['login']);
  expect(login.stdout).toContain(`http://127.0.0.1:${port}/login#`);
  expect(readFileSync(join(folder, 'port'), 'utf8')).toBe(String(port));
});

test.each(['', 'x', '0', '70000', '-1', '7420.5'])('a remembered port of %j counts as none', async (text) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'port'), text);
  expect(read(folder).port).toBe(7420);
});

test('the second of two servers says where it is', async () => {
  const folder = await temporaryFolder();
  const { port: taken } = await takePort();
  writeFileSync(join(folder, 'port'), String(taken));
  const { child, output } = spawnServer(folder, { FRONTDESK_PORT: undefined as unknown as string });
  await expect.poll(() => output.stdout, { timeout: 60_000 }).toContain('Frontdesk is ready');
  expect(output.stdout).toContain(`Another program uses port ${taken}`);
  child.kill();
});
