import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { makeHome } from '../support/server/make-home.ts';
import { cliJson, runCli, startServerProcess } from '../support/server/processes.ts';

/** A foreign program on the server's port. With `relayTo` it passes each request on to the server. */
async function startDecoy(relayTo: string | null) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
    const answer = relayTo === null ? null : await fetch(relayTo + request.url);
    response.setHeader('content-type', 'application/json');
    response.end(answer ? await answer.text() : '{"status":"ok","version":"0.1.0","proof":"x","pageSecret":"x"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { requests, port: String((server.address() as AddressInfo).port) };
}

const commands = [['demo', '--language', 'en'], ['demo', '--remove', '--yes'], ['login'], ['listen'], ['mcp']];

test('no command hands a secret to a program that does not prove to be the server of the data folder', async () => {
  const home = await temporaryFolder();
  await makeHome(home);
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'A', '--scopes', 'all']);
  const { url } = await startServerProcess(home);
  const decoys = [await startDecoy(null), await startDecoy(url)];
  for (const { port, requests } of decoys) {
    for (const words of commands) {
      const env = { FRONTDESK_PORT: port, FRONTDESK_KEY: words[0] === 'mcp' ? key : '' };
      const { code, stdout, stderr } = await runCli(home, words, env);
      expect([words, code, stdout]).toEqual([words, 1, '']);
      expect(stderr).toContain(`does not use the data folder ${home}`);
    }
    expect(requests).toHaveLength(commands.length);
    for (const request of requests) {
      expect(request).toMatch(/^GET \/healthz\?nonce=[\w-]+ /);
      expect(request).not.toMatch(/authorization|cookie|token|fd_live_/i);
    }
  }
});

test('no link is made for a port at which another program listens, whatever it answers', async () => {
  const home = await temporaryFolder();
  await makeHome(home);
  const answers: Record<string, (socket: Socket) => void> = {
    redirects: (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n\r\n'),
    'speaks no HTTP': (socket) => socket.end('220 mail ready\r\n'),
    'hangs up': (socket) => socket.destroy(),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const server = createTcpServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, stdout, stderr } = await runCli(home, ['login'], { FRONTDESK_PORT: String(port) });
    expect([what, code, stdout]).toEqual([what, 1, '']);
    expect(stderr).toContain('does not answer like Frontdesk');
  }
});

test('the server proves itself at its own port, and a link is made while none runs', async () => {
  const home = await temporaryFolder();
  await makeHome(home);
  const free = String(await freePort());
  expect((await runCli(home, ['login'], { FRONTDESK_PORT: free })).stdout).toContain('/login#');
  const { url } = await startServerProcess(home);
  const env = { FRONTDESK_PORT: new URL(url).port };
  expect((await runCli(home, ['login'], env)).stdout).toContain(`${url}/login#`);
  expect(await runCli(home, ['demo', '--language', 'en'], env)).toMatchObject({ code: 0 });
  for (const nonce of ['', 'short', 'x'.repeat(65), 'a b', '..%2f']) {
    expect(await (await fetch(`${url}/healthz?nonce=${nonce}`)).json()).not.toHaveProperty('proof');
  }
});
