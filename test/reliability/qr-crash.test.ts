import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { Database } from '../../server/platform/database/database.ts';
import { clientProcessesOf } from '../areas/qr/client-process.ts';
import { conversationWith, environmentOf, messagesWith, openPaired, text, textsShown } from '../areas/qr/shop.ts';
import { type ChatServer, startChatServer } from '../doubles/chat-server/chat-server.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { compare, countFindings, nothingFound } from '../support/kill/kill-findings.ts';
import { reportReliability } from '../support/kill/reliability-report.ts';
import { Client, eventually, startApp, type TestApp } from '../support/server/app.ts';
import { cliJson, startServerProcess } from '../support/server/processes.ts';
import { joao, maria } from '../support/shop/conversation.ts';

/** A busy machine is slow to start a server and its client. */
const patienceMs = 30_000;

let kills = 0;
let messages = 0;
const findings = structuredClone(nothingFound);

afterAll(() => {
  const note = 'what may be lost and is shown as that is not lost; leaked are clients that outlive their server';
  const row = { runs: kills, faults: kills, requests: messages, ...countFindings(findings), note };
  reportReliability('kill -9, QR', row);
});

/** Adds the faults of one test, which must be none, to its row of the table. */
function expectNothing(found: Partial<typeof findings>): void {
  for (const kind of ['lost', 'doubled', 'leaked'] as const) findings[kind].push(...(found[kind] ?? []));
  expect({ ...nothingFound, ...found }).toEqual(nothingFound);
}

/** A server process with a paired QR channel, and functions to kill and restart it. */
async function startPaired() {
  const server = await startChatServer();
  const home = await temporaryFolder();
  const { key } = await cliJson(home, ['keys', 'create', '--name', 'test', '--scopes', 'all']);
  let running = await startServerProcess(home, environmentOf(server));
  let api = new Client(running.url, key);
  const { body: made } = await api.post('/api/channels', { name: 'Loja', provider: '<QR_PROVIDER>' });
  const at = `/api/channels/${made.id}`;
  await api.put(`${at}/driver`, { driver: 'live' });
  server.scan((await api.get(`${at}/qr`)).body.qr);
  const isConnected = () => eventually(async () => (await api.get(at)).body.status === 'CONNECTED', patienceMs);
  await isConnected();
  return {
    server,
    home,
    shop: () => ({ api }) as TestApp,
    async killAndStart() {
      kills += 1;
      const clients = clientProcessesOf(running.processId);
      expect(clients).not.toEqual([]);
      await running.end('SIGKILL');
      await eventually(async () => !clients.some(isAlive)).catch(() => {});
      expectNothing({ leaked: clients.filter(isAlive).map(String) });
      running = await startServerProcess(home, environmentOf(server));
      api = new Client(running.url, key);
      await isConnected();
    },
  };
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

test('a server killed right after the pairing needs no new code, and its client ends with it', async () => {
  const { server, shop, killAndStart } = await startPaired();
  await killAndStart();
  await server.say(maria, text('Oi'));
  const path = await conversationWith(shop(), maria);
  expect((await shop().api.post(`${path}/messages`, { content: 'Olá' })).body.status).toMatch(/SENT|DELIVERED/);
  await killAndStart();
  expect((await shop().api.post(`${path}/messages`, { content: 'De novo' })).body.status).toMatch(/SENT|DELIVERED/);
  expect(textsShown(server, maria)).toEqual(['Olá', 'De novo']);
  expect(server.faults).toEqual([]);
}, 120_000);

test.each([0, 15, 40, 90])(
  'a server killed %i ms into a burst of messages stores each once, or reports that it may be lost',
  async (delayMs) => {
    const { server, shop, killAndStart } = await startPaired();
    await server.say(maria, text('Oi'));
    await conversationWith(shop(), maria);
    const burst = Array.from({ length: 25 }, (_, index) => `mensagem ${index}`);
    const said = (async () => {
      for (const content of burst) await server.say(maria, text(content));
    })();
    await pause(delayMs);
    await killAndStart();
    await said;
    const readHeard = async () => (await messagesWith(shop(), maria)) ?? [];
    await eventually(async () => (await readHeard()).length >= 26, patienceMs).catch(() => {});
    await pause(500);
    const heard = await readHeard();
    messages += 26;
    const found = compare(
      burst,
      heard.map((message) => message.content ?? 'shown as missing'),
    );
    const shownAsMissing = heard.filter((message) => message.error?.code === 'possibly_missed');
    expectNothing({
      lost: found.lost.slice(shownAsMissing.length),
      doubled: found.doubled.filter((content) => content !== 'shown as missing'),
    });
    expect(heard).toHaveLength(26);
  },
  120_000,
);

test.each([5, 25, 60])(
  'a server killed %i ms into sending sends nothing twice, and each message gets a final status',
  async (delayMs) => {
    const { server, shop, killAndStart } = await startPaired();
    await server.say(maria, text('Oi'));
    const path = await conversationWith(shop(), maria);
    const drafts = Array.from({ length: 15 }, (_, index) => ({
      content: `pedido ${index}`,
      idempotencyKey: `pedido-${1_000 + index}`,
    }));
    const sends = drafts.map((draft) =>
      shop()
        .api.post(`${path}/messages`, draft)
        .catch(() => null),
    );
    await pause(delayMs);
    await killAndStart();
    await Promise.all(sends);
    // As documented, the caller repeats requests without a response with the same key.
    for (const draft of drafts) await shop().api.post(`${path}/messages`, draft);
    const { settled, open } = await eventually(async () => {
      const sent = (await messagesWith(shop(), maria))?.filter((message) => message.direction === 'OUTBOUND') ?? [];
      const unsettled = sent.filter((message) => message.status === 'PENDING' || message.status === 'SENT');
      // At most the one being written: its outcome is unknown, so it is not sent again.
      return sent.length === 15 && unsettled.length <= 1 && { settled: sent, open: unsettled };
    }, patienceMs);
    messages += drafts.length;
    const shown = textsShown(server, maria);
    const delivered = settled.filter((message) => message.status === 'DELIVERED').map((message) => message.content);
    expectNothing(compare(delivered, shown));
    expect([...delivered, ...open.map((message) => message.content)]).toEqual(expect.arrayContaining(shown));
    expect(server.faults).toEqual([]);
  },
  120_000,
);

test('a message whose arrival was confirmed but not stored is requested again, shown as missing, and stored when it comes', async () => {
  const live = await openPaired();
  const { server, shop } = live;
  await server.say(maria, text('Oi'));
  await conversationWith(shop, maria);
  await shop.settle();
  await shop.app.stop();
  // As after a crash between the receipt and the commit.
  await inDatabase(shop.home, live.channelId, server, '3ALOSTMESSAGE');
  const again = await startApp({ home: shop.home, env: environmentOf(server) });
  await conversationWith(again, joao);
  expect(await messagesWith(again, joao)).toMatchObject([
    { content: null, status: 'RECEIVED', error: { code: 'possibly_missed' } },
  ]);
  const asked = () =>
    server.peerMessages.flatMap(
      (message) => message.protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? [],
    );
  expect(await eventually(async () => asked().length > 0 && asked(), 6_000)).toMatchObject([
    { messageKey: { id: '3ALOSTMESSAGE', fromMe: false } },
  ]);
  expect(await again.events('message.received')).toHaveLength(1);
  await server.say(joao, text('Tem vaga?'), { id: '3ALOSTMESSAGE' });
  await eventually(async () => (await messagesWith(again, joao))?.[0].content === 'Tem vaga?');
  expect(await messagesWith(again, joao)).toMatchObject([{ content: 'Tem vaga?', error: null }]);
  expect(await again.events('message.received')).toHaveLength(2);
}, 30_000);

async function inDatabase(home: string, channelId: string, server: ChatServer, messageId: string): Promise<void> {
  const { pnJid } = server.customer(joao, 'João');
  const from = { addresses: [{ kind: 'phone', value: joao }], name: 'João' };
  const arrivedAt = new Date().toISOString();
  const entry = JSON.stringify({ messageId, chat: pnJid, from, at: arrivedAt });
  const database = new Database(databaseFile(home));
  const row = { channel_id: channelId, message_id: messageId, entry, arrived_at: arrivedAt };
  await database.write((db) => db.insertInto('qr_journal').values(row).execute());
  await database.close();
}
