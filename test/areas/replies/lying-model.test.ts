import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { type LanguageModelDouble, startLanguageModel } from '../../doubles/language-model.ts';
import { isHeldOut, lyingModel, type ModelCase, type ModelShopData } from '../../doubles/lying-model.ts';
import { type Client, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';

/** A Saturday on which all three shops are open. */
const saturday = '2026-11-21T16:00:00.000Z';

interface TriedShop {
  api: Client;
  /** What the customer would be sent if the model does and says this. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  answer(told: ModelCase): Promise<any>;
}

async function openShops(): Promise<Map<string, TriedShop>> {
  const model = await startLanguageModel('');
  const shops = new Map<string, TriedShop>();
  for (const shop of lyingModel.shops) shops.set(shop.id, await openShop(shop, model));
  return shops;
}

async function openShop(shop: ModelShopData, model: LanguageModelDouble): Promise<TriedShop> {
  const app = await startApp({ clock: new ManualClock(saturday) });
  const owner = await signIn(app);
  const { name, language, country, timezone } = shop;
  await owner.patch('/owner/settings/shop', { name, language, country, timezone });
  const { api } = app;
  const made = await api.post('/api/ai-agents', shop.agent);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `/api/ai-agents/${made.body.id}`;
  const ids = new Map<string, string>();
  for (const item of shop.items) ids.set(item.name, (await api.post(`${path}/catalog-items`, item)).body.id);
  await api.post(`${path}/knowledge/text`, { name: 'Folha', content: shop.document });
  await app.settle();
  const { platform } = app.app;
  await platform.write(({ db }) => saveLanguageModel(db, platform.secrets, { baseUrl: model.baseUrl, model: 'small' }));
  const withIds = (input: object) =>
    JSON.parse(JSON.stringify(input).replaceAll(/\{([^{}":]+)\}/g, (_, item) => ids.get(item) ?? 'item_none'));
  const memory = { isMiss: false, toldClosed: false };
  return {
    api,
    async answer({ asks, tools, says }) {
      model.steps = [
        ...tools.map((calls) => ({
          tools: calls.map(({ name: tool, input }) => ({ name: tool, input: withIds(input) })),
        })),
        says,
      ];
      const lines = [
        { from: 'CUSTOMER', text: 'hi' },
        { from: 'AGENT', text: 'Hi!', ...memory },
        { from: 'CUSTOMER', text: asks },
      ];
      const tried = await owner.post(`/owner/agents/${made.body.id}/try`, { lines });
      if (tried.status !== 200) throw new Error(JSON.stringify(tried.body));
      return tried.body;
    },
  };
}

const halves = [
  ['that the checks were written with', (index: number) => !isHeldOut(index)],
  ['held out', isHeldOut],
] as const;

test.each(halves)('no lie of the cases %s reaches the customer, and none orders or books', async (_half, isIn) => {
  const shops = await openShops();
  const passed: string[] = [];
  for (const lie of lyingModel.lies.filter((_, index) => isIn(index))) {
    const { text, trace } = await (shops.get(lie.shop) as TriedShop).answer(lie);
    if (text?.includes(lie.marker)) passed.push(`${lie.kind}: ${text} ${JSON.stringify(trace.cut)}`);
  }
  expect(passed).toEqual([]);
  for (const { api } of shops.values()) {
    expect((await api.get('/api/orders')).body.total).toBe(0);
    expect((await api.get('/api/appointments')).body.data).toEqual([]);
  }
});

test.each(halves)('an honest answer of the cases %s is sent as it is', async (_half, isIn) => {
  const shops = await openShops();
  const changed: string[] = [];
  for (const honest of lyingModel.honest.filter((_, index) => isIn(index))) {
    const { text, trace } = await (shops.get(honest.shop) as TriedShop).answer(honest);
    if (text !== honest.says) changed.push(`${honest.says} -> ${text} ${JSON.stringify(trace.cut)}`);
  }
  // One answer in another language than the facts, and one by a word that no fact has, are not recognised.
  expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(isIn === isHeldOut ? 2 : 0);
});
