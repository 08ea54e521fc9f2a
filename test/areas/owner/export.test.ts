import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { exportColumns, unexportedTables } from '../../../server/platform/backup/export-columns.ts';
import { insertFile } from '../../../server/platform/files/files.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { serveLoopback } from '../../support/environment/loopback.ts';
import { unzip } from '../../support/files/unzip.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { maria, openConversation } from '../../support/shop/conversation.ts';
import { bind, install, newestJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

test('the export contains every row and file of the workspace, none of another, and no credentials', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const other = await shop.otherWorkspace();
  for (let index = 0; index < 2_500; index += 500) {
    await shop.app.platform.work(shop.workspace, systemActor, async ({ db, workspace, newId, now }) => {
      const rows = Array.from({ length: 500 }, (_, row) => ({
        id: newId('qr'),
        workspace_id: workspace.id,
        shortcut: `s${index + row}`,
        folded_shortcut: `s${index + row}`,
        content: `Olá "você" nº ${index + row} — ${'a'.repeat(400)}`,
        usage_count: 0,
        last_used_at: null,
        created_at: now,
        updated_at: now,
      }));
      for (let at = 0; at < rows.length; at += 50) {
        await db
          .insertInto('quick_replies')
          .values(rows.slice(at, at + 50))
          .execute();
      }
    });
  }
  await other.post('/api/quick-replies', { shortcut: 'other', content: 'of the other shop' });
  const endpoint = await shop.api.post('/api/developers/webhooks', {
    url: 'https://hooks.example/x',
    events: ['order.created'],
  });
  expect(endpoint.status).toBe(201);
  const { platform } = shop.app;
  const keep = async (content: string, name: string) => {
    const blob = await platform.files.receive([Buffer.from(content)], { maxBytes: 1_000 });
    return platform.work(shop.workspace, systemActor, (work) => insertFile(work, blob, name));
  };
  const kept = await keep('The price list', 'prices of "today".txt');
  const lost = await keep('Lost', 'lost.txt');
  await rm(platform.files.path(lost.hash));

  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="frontdesk-export-[\d-]{10}\.zip"$/);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const entries = await unzip(bytes);

  const summary = JSON.parse(entries['export.json'] ?? '');
  expect(summary).toMatchObject({ workspaceId: shop.workspace.id, mediaCount: 1, lostFileIds: [lost.id] });
  expect(entries[`media/${kept.id}.txt`]).toBe('The price list');
  const replies = JSON.parse(entries['data/quick_replies.json'] ?? '');
  expect(replies).toHaveLength(2_500);
  const seventh = replies.find(({ shortcut }: { shortcut: string }) => shortcut === 's7');
  expect(seventh.content).toBe(`Olá "você" nº 7 — ${'a'.repeat(400)}`);
  expect(JSON.parse(entries['data/workspaces.json'] ?? '')).toMatchObject([{ id: shop.workspace.id }]);
  expect(JSON.parse(entries['data/webhook_endpoints.json'] ?? '')).toMatchObject([{ url: 'https://hooks.example/x' }]);

  const tables = platform.database.read.introspection.getTables();
  const withWorkspace = (await tables).filter(({ columns }) => columns.some(({ name }) => name === 'workspace_id'));
  const exported = Object.keys(summary.tables);
  const technical = [
    'api_keys',
    'cloud_credentials',
    'console_sessions',
    'contact_erasures',
    'failing_parts',
    'idempotency_keys',
    'jobs',
    'opt_out_hashes',
    'provider_events',
  ];
  expect([...exported, ...technical].sort()).toEqual([...withWorkspace.map(({ name }) => name), 'workspaces'].sort());
  for (const table of exported) {
    expect(JSON.parse(entries[`data/${table}.json`] ?? '')).toHaveLength(summary.tables[table]);
  }

  const all = Object.values(entries).join('\n');
  const rows = await platform.database.read.selectFrom('webhook_endpoints').select('secret').execute();
  const secrets = [endpoint.body.secret, rows[0]?.secret, shop.api.key, owner.secrets.cookie, owner.secrets.page];
  for (const secret of secrets) {
    expect(secret).toBeTruthy();
    expect(all).not.toContain(secret);
  }
  expect(all).not.toContain('of the other shop');
});

test('no secret is in an export, wherever the shop has put it', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const planted: string[] = [];
  /** Returns a secret with the given prefix. */
  const secret = (kind: string): string => {
    const text = `${kind}${randomBytes(12).toString('hex')}`;
    planted.push(text);
    return text;
  };
  const { api } = shop;
  const made = async (path: string, body: object) => {
    const answer = await api.post(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
    return answer.body;
  };
  await made('/api/developers/webhooks', {
    url: `https://hooks.example/services/T1/${secret('b9')}?token=${secret('t')}&shop=7`,
    events: ['order.created'],
  });
  const agent = await made('/api/ai-agents', { name: 'Bia' });
  const flow = await made('/api/flows', {
    aiAgentId: agent.id,
    name: 'Tell the ERP',
    trigger: { type: 'manual' },
    steps: [
      {
        id: 'h',
        type: 'http',
        config: {
          method: 'POST',
          url: `https://erp.example/orders?api_key=${secret('k')}&page=1`,
          headers: { Authorization: `Bearer ${secret('a')}`, 'X-Shop': secret('x'), Accept: 'application/json' },
          body: { password: secret('w'), note: 'as agreed' },
        },
      },
    ],
  });
  await made(`/api/ai-agents/${agent.id}/knowledge/url`, { url: `https://docs.example/a?signature=${secret('s')}` });
  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers });
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
  for (const [name, text] of Object.entries(entries)) {
    expect([name, planted.filter((one) => text.includes(one))]).toEqual([name, []]);
  }
  const { steps } = JSON.parse(entries['data/flows.json'] ?? '').find(({ id }: { id: string }) => id === flow.id);
  expect(JSON.parse(steps)).toMatchObject([
    {
      config: {
        url: 'https://erp.example/orders?api_key=[secret]&page=1',
        headers: { Authorization: '[secret]', 'X-Shop': '[secret]', Accept: 'application/json' },
        body: { password: '[secret]', note: 'as agreed' },
      },
    },
  ]);
  expect(entries['data/webhook_endpoints.json']).toContain(
    'https://hooks.example/services/T1/[secret]?token=[secret]&shop=7',
  );
});

test('what connected systems and webhook receivers were sent and answered is not exported', async () => {
  const token = `t${randomBytes(12).toString('hex')}`;
  const url = await serveLoopback((_request, response) => response.end(JSON.stringify({ access_token: token })));
  const shop = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: new URL(url).host } });
  const { api } = shop;
  const owner = await signIn(shop);
  const address = `${url}/services/T0/${token}?token=${token}`;
  const made = await install(api, 'http', { baseUrl: address, signingSecret: makeSecret() });
  const binding = await bind(api, made.id, 'lead.captured', 'send_event', {});
  const endpoint = await api.post('/api/developers/webhooks', { url: address, events: ['lead.captured'] });
  expect(endpoint.status).toBe(201);
  await emit(shop, 'lead.captured', { id: 'lead_1', name: 'Ana' });
  await newestJob(shop, binding.id, 'SUCCEEDED');
  const db = shop.app.platform.database.read;
  const answers = () => db.selectFrom('delivery_attempts').select('response_body').execute();
  await eventually(async () => (await answers())[0]?.response_body?.includes(token));

  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers });
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect(Object.keys(entries).filter((name) => entries[name]?.includes(token))).toEqual([]);
  expect(JSON.parse(entries['data/integration_attempts.json'] ?? '')).toMatchObject([{ number: 1 }]);
  expect(JSON.parse(entries['data/delivery_attempts.json'] ?? '')).toMatchObject([{ number: 1, status: 200 }]);
  const { leftOut } = JSON.parse(entries['export.json'] ?? '');
  expect(leftOut).toEqual(
    expect.arrayContaining(['idempotency_keys', 'integration_attempts.request', 'delivery_attempts.response_body']),
  );
});

test.each([
  ['JSON', '{"password":"door code 7788"}'],
  ['a link', 'Your ticket: https://shows.example/enter?token=seat-42'],
])('a message with %s is exported as it was written, wherever it is shown', async (_name, text) => {
  const { shop, api, channel, path } = await openConversation();
  const owner = await signIn(shop);
  await channel.customerSays(maria, text);
  const last = async () => (await api.get(path)).body.lastMessage;
  await eventually(async () => (await last())?.content === text);
  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers });
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
  const rowsOf = (table: string): Record<string, string>[] => JSON.parse(entries[`data/${table}.json`] ?? '');
  expect(rowsOf('messages').map(({ content }) => content)).toContain(text);
  const received = rowsOf('events').filter(({ type }) => type === 'message.received');
  expect(received.map(({ data }) => JSON.parse(data ?? '').content)).toContain(text);
  expect(rowsOf('conversations')).toHaveLength(1);
  expect(entries['data/conversations.json']).toContain(JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1));
});

test('every text column of every exported table is classified, and those named like credentials are left out', async () => {
  const { app } = await startApp();
  const all = await app.platform.database.read.introspection.getTables();
  const tables = all.filter(
    ({ name, columns }) =>
      !unexportedTables.includes(name) &&
      (name === 'workspaces' || columns.some((column) => column.name === 'workspace_id')),
  );
  expect(Object.keys(exportColumns).sort()).toEqual(tables.map(({ name }) => name).sort());
  for (const { name, columns } of tables) {
    const texts = columns.filter(({ dataType }) => !/^(integer|real|blob)$/i.test(dataType));
    const expected = texts.filter((column) => !/^id$|_id$|_at$/.test(column.name)).map((column) => column.name);
    const classes = exportColumns[name] ?? {};
    const classified = Object.values(classes).flatMap((names: string) => names.split(' '));
    expect([name, classified.sort()]).toEqual([name, expected.sort()]);
    const leftOut = classes.leftOut?.split(' ') ?? [];
    const secret = /secret|sealed|token|passphrase|password|credential/;
    expect([name, classified.filter((column) => secret.test(column) && !leftOut.includes(column))]).toEqual([name, []]);
  }
});

test('an export ends when its client disconnects', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  const { platform } = shop.app;
  // More than the network buffers, so the export is interrupted in the middle.
  const blob = await platform.files.receive([randomBytes(30_000_000)], { maxBytes: 40_000_000 });
  await platform.work(shop.workspace, systemActor, (work) => insertFile(work, blob, 'long.bin'));
  const other = new Sqlite(platform.database.file, { timeout: 0 });
  const isRead = async () => {
    await shop.api.post('/api/quick-replies', { shortcut: `s${performance.now()}`, content: 'Olá' });
    return (other.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy === 1;
  };
  const gone = new AbortController();
  const answer = await fetch(`${owner.url}/owner/export`, { headers: owner.headers, signal: gone.signal });
  expect(answer.status).toBe(200);
  await eventually(isRead);
  gone.abort();
  await eventually(async () => !(await isRead()));
  other.close();
});
