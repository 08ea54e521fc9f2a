import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { guides, readBlocks } from '../support/contract/guides.ts';
import { freePort } from '../support/environment/free-port.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import type { Client } from '../support/server/app.ts';
import { maria, openConversation } from '../support/shop/conversation.ts';
import { subscribe } from '../support/shop/webhooks.ts';

const clientModule = new URL('../../build/client/package/index.ts', import.meta.url).href;

/** What the guides take for granted after the first one. */
const prelude = `import { Frontdesk as Client } from 'frontdesk-client';
globalThis.frontdesk = new Client({ url: process.env.FRONTDESK_URL, key: process.env.FRONTDESK_KEY });
`;

/** The one program of a guide. */
function readProgram(guide: string): string {
  const [program, ...others] = readBlocks(guides[guide] ?? '').filter(({ language }) => language === 'js');
  if (program === undefined || others.length > 0) throw new Error(`The guide ${guide} has not one program`);
  return program.inner;
}

/** Starts the program of a guide with the client of this source. */
async function startProgram(guide: string, api: Client, env: Record<string, string> = {}, port = 9000) {
  const file = join(await temporaryFolder(), 'program.mjs');
  const code = readProgram(guide).replaceAll('9000', String(port));
  await writeFile(file, (prelude + code).replaceAll("'frontdesk-client'", `'${clientModule}'`));
  const child = spawn(process.execPath, [file], {
    env: { FRONTDESK_URL: api.url, FRONTDESK_KEY: api.key, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  return child;
}

/** Resolves with all that a program has printed, once that matches. */
function untilPrinted({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  let printed = '';
  return new Promise((resolve) => {
    stdout?.on('data', (chunk) => {
      printed += chunk;
      if (pattern.test(printed)) resolve(printed);
    });
  });
}

test('the JavaScript of the guides that ends by itself prints what the guides say', async () => {
  const { api } = await openConversation();
  const run = async (guide: string) => text((await startProgram(guide, api)).stdout);
  expect(await run('authentication')).toBe('');
  expect(await run('errors')).toBe('');
  expect(await run('errors')).toBe('There is one already\n');
  await api.patch(`/api/contacts/${maria}`, { name: 'Ana Maria' });
  expect(await run('paging')).toBe(`${maria} Ana Maria\n`);
});

test('the listener of the guides prints each message as it arrives', async () => {
  const { api, channel } = await openConversation();
  const listener = await startProgram('events', api);
  const printed = untilPrinted(listener, /Tudo bem/);
  const timer = setInterval(() => void channel.customerSays(maria, 'Tudo bem?'), 200);
  onTestFinished(() => clearInterval(timer));
  expect(await printed).toContain("direction: 'INBOUND'");
});

test('the receiver of the guides accepts what the server signed, and nothing else', async () => {
  const { api, channel } = await openConversation();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/frontdesk`;
  const { secret } = await subscribe(api, url, ['message.received']);
  const receiver = await startProgram('webhooks', api, { WEBHOOK_SECRET: secret }, port);
  const forge = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status, String);
  await expect.poll(forge).toBe(400);
  const printed = untilPrinted(receiver, /Tudo bem/);
  await channel.customerSays(maria, 'Tudo bem?');
  expect(await printed).toMatch(/^message\.received \{/);
});
