import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeAgent } from '../../support/shop/sales.ts';
import { openKnowledgeShop } from '../knowledge/support.ts';

const folder = join(import.meta.dirname, 'gate-shops');

interface Shop {
  country: string;
  agent: object;
  items: object[];
  documents: { name: string; text: string }[];
}

test.each(readdirSync(folder))('a sane shop of no shipped template passes the gate: %s', async (file) => {
  const shop: Shop = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { api, app, addText } = await openKnowledgeShop();
  await app.platform.write(({ db }) => db.updateTable('workspaces').set({ country: shop.country }).execute());
  const path = `/api/ai-agents/${await makeAgent(api, shop.agent)}`;
  for (const item of shop.items) expect((await api.post(`${path}/catalog-items`, item)).status).toBe(201);
  for (const { name, text } of shop.documents)
    await addText({ name: 'agent', path: `${path}/knowledge`, reindexed: 200 }, name, text);
  expect((await api.post(`${path}/eval`)).body.gate).toEqual({ state: 'PASSED', blocking: [] });
  expect((await api.post(`${path}/publish`)).body.status).toBe('PUBLISHED');
});
