import type { Client, TestApp, TestAppOptions } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import type { SimulatedChannel } from '../../support/shop/shop.ts';
import { openTemplates } from '../../support/shop/templates.ts';

/** Ten in the morning in São Paulo. */
export const morning = '2026-11-21T13:00:00.000Z';

export const promo = (more: object = {}) => ({
  name: 'promo',
  category: 'MARKETING',
  language: 'pt_BR',
  components: [{ type: 'BODY', text: 'Oi {{1}}, hoje {{2}}!', example: { body_text: [['Ana', 'pizza']] } }],
  ...more,
});

export const mappings = [
  { variable: '1', source: 'CONTACT', value: 'firstName', fallback: 'cliente' },
  { variable: '2', source: 'FIELD', value: 'oferta', fallback: 'tem novidade' },
];

export const phoneOf = (index: number): string => `+55119${String(80_000_000 + index)}`;
export const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ phone: phoneOf(from + index), name: `Pessoa ${from + index}` }));

/** A shop with a marketing template, and functions that run campaigns on it. */
export interface CampaignShop {
  shop: TestApp;
  api: Client;
  clock: ManualClock;
  channel: SimulatedChannel;
  templateId: string;
  /** Creates a complete draft; returns its path. */
  draft(rows: object[], fields?: object): Promise<string>;
  /** Creates and starts a campaign; returns its path. */
  launch(rows: object[], fields?: object): Promise<string>;
  /** Advances the clock in steps and does whatever becomes due. */
  run(ms: number, stepMs?: number): Promise<void>;
  /** Does everything that is due now. */
  rest(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  recipients(path: string, query?: string): Promise<any[]>;
  /** All messages that the shop sent, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  sent(): Promise<any[]>;
}

export async function openCampaigns(
  options: TestAppOptions & { provider?: '<QR_PROVIDER>' | 'CLOUD_API'; at?: string } = {},
): Promise<CampaignShop> {
  const { at = morning, ...rest } = options;
  const clock = new ManualClock(at);
  const { shop, api, channel, path } = await openTemplates({ ...rest, clock });
  await shop.settle();
  const { body: template } = await api.post(path, promo());
  const body = { name: 'Natal', channelId: channel.id, channelTemplateId: template.id, audienceSource: 'CSV' };
  const sender = shop.app.platform.services.campaignSender;
  const settled = async () => {
    await sender.idle();
    await shop.settle();
    await sender.idle();
  };
  const draft = async (rows: object[], fields: object = {}) => {
    const made = await api.post('/api/marketing-campaigns', { ...body, sendIntervalMs: 250, ...fields });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const at = `/api/marketing-campaigns/${made.body.id}`;
    await api.put(`${at}/variables`, { mappings });
    await api.put(`${at}/audience`, { rows });
    return at;
  };
  return {
    shop,
    api,
    clock,
    channel,
    templateId: template.id,
    draft,
    rest: settled,
    async launch(rows, fields) {
      const at = await draft(rows, fields);
      const started = await api.post(`${at}/start`, {});
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      await settled();
      return at;
    },
    async run(ms, stepMs = 250) {
      await settled();
      for (let gone = 0; gone < ms; gone += stepMs) {
        clock.advance(Math.min(stepMs, ms - gone));
        await sender.idle();
      }
      await settled();
    },
    async recipients(at, query = '') {
      const rows = [];
      for (let page = 1; ; page++) {
        const { body: found } = await api.get(`${at}/recipients?limit=100&page=${page}${query}`);
        rows.push(...found.data);
        if (!found.hasMore) return rows;
      }
    },
    async sent() {
      await settled();
      const rows = await shop.app.platform.database.read
        .selectFrom('simulator_messages')
        .selectAll()
        .where('channel_id', '=', channel.id)
        .where('from_customer', '=', 0)
        .orderBy('seq')
        .execute();
      return rows;
    },
  };
}

/** The count of each value. */
export function tally(values: (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}
