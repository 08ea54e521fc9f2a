import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { insertFile } from '../../../server/platform/files/files.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { unzip } from '../../support/files/unzip.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';

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
  const technical = ['api_keys', 'cloud_credentials', 'console_sessions', 'jobs', 'provider_events'];
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
