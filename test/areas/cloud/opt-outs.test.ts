import { describe, expect, test } from 'vitest';
import stopButtons from '../../../server/areas/cloud/stop-buttons.json' with { type: 'json' };
import type { GraphServer } from '../../doubles/graph-server/graph-server.ts';
import { maria } from '../../support/shop/conversation.ts';
import { nina, openWithNina } from './hidden-customer.ts';
import { type CloudShop, openCloudShop } from './support.ts';

const digits = maria.slice(1);
const stopped = 'Pronto, você não receberá mais nossas campanhas. Se mudar de ideia, responda START.';
const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1_000);

/** The vendor reports what people chose in the settings of the app. */
const prefer = ({ webhooks, account }: GraphServer, ...preferences: object[]): void => {
  const metadata = { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId };
  webhooks.tell({
    field: 'user_preferences',
    value: { messaging_product: 'whatsapp', metadata, user_preferences: preferences },
  });
};
const preference = (value: string, at: string, more: object = { wa_id: digits }) => ({
  detail: `User requested to ${value} marketing messages`,
  category: 'marketing_messages',
  value,
  timestamp: secondsOf(at),
  ...more,
});

const settled = async ({ graph, shop }: Pick<CloudShop, 'graph' | 'shop'>): Promise<void> => {
  await graph.webhooks.idle();
  await shop.settle();
};

async function openWithMaria() {
  const cloud = await openCloudShop();
  const { shop, graph } = cloud;
  const rest = () => settled(cloud);
  const says = async (type: string, content: object): Promise<void> => {
    graph.messages.customerSends({ phone: maria }, type, content);
    await rest();
  };
  await says('text', { body: 'Oi' });
  return {
    ...{ ...cloud, says, rest },
    prefers: async (...given: object[]) => {
      prefer(graph, ...given);
      await rest();
    },
    outBy: async () => {
      const { optedOut, optedOutBy } = (await shop.api.get(`/api/contacts/${maria}`)).body;
      return optedOut ? optedOutBy : null;
    },
  };
}

const [nine, ten, eleven] = ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'] as const;

describe('the settings of the app', () => {
  test('opt a customer out and in again, in silence', async () => {
    const { prefers, outBy, graph } = await openWithMaria();
    await prefers(preference('stop', nine));
    expect(await outBy()).toBe('settings');
    await prefers(preference('resume', ten));
    expect(await outBy()).toBeNull();
    await prefers({ ...preference('STOP', eleven), timestamp: String(secondsOf(eleven)) });
    expect(await outBy()).toBe('settings');
    expect(graph.messages.sent).toEqual([]);
  });

  test('do not opt in a customer who opted out by a word or whom the shop opted out', async () => {
    const { prefers, outBy, says, shop } = await openWithMaria();
    await says('text', { body: 'Sair' });
    expect(await outBy()).toBe('word');
    await prefers(preference('stop', new Date().toISOString()));
    await prefers(preference('resume', new Date().toISOString()));
    expect(await outBy()).toBe('word');
    await says('text', { body: 'START' });
    await shop.api.patch(`/api/contacts/${maria}`, { optedOut: true });
    await prefers(preference('resume', new Date().toISOString()));
    expect(await outBy()).toBe('shop');
  });

  test('count in the order in which she chose, not in which the reports arrive', async () => {
    const { prefers, outBy } = await openWithMaria();
    await prefers(preference('resume', ten));
    await prefers(preference('stop', nine));
    expect(await outBy()).toBeNull();
    await prefers(preference('stop', eleven), preference('resume', eleven));
    expect(await outBy()).toBeNull();
  });

  test('of other messages, of unknown values or without a person change nothing, and the others in the report count', async () => {
    const { prefers, outBy } = await openWithMaria();
    await prefers(
      { ...preference('stop', nine), category: 'utility_messages' },
      preference('pause', nine),
      preference('stop', nine, {}),
      { value: 'stop' },
    );
    expect(await outBy()).toBeNull();
    await prefers({ value: 7 }, preference('stop', ten));
    expect(await outBy()).toBe('settings');
  });

  test('are stored for a stranger before she writes', async () => {
    const { prefers, shop } = await openWithMaria();
    const stranger = '+5511980000077';
    await prefers(
      preference('stop', nine, { wa_id: stranger.slice(1) }),
      preference('resume', nine, { wa_id: '5511980000078' }),
    );
    expect((await shop.api.get(`/api/contacts/${stranger}`)).body.optedOut).toBe(true);
    expect((await shop.api.get('/api/contacts/+5511980000078')).status).toBe(404);
  });

  test('are stored for a customer who hides her number, by her id', async () => {
    const { graph, rest, api, contactId } = await openWithNina();
    const optedOut = async () => (await api.get(`/api/contacts/${contactId}`)).body.optedOut;
    prefer(graph, preference('stop', '2026-11-21T12:00:00Z', { user_id: nina }));
    await rest();
    expect(await optedOut()).toBe(true);
    prefer(graph, preference('resume', '2026-11-21T12:00:01Z', { user_id: nina }));
    await rest();
    expect(await optedOut()).toBe(false);
  });
});

describe('the stop button of a template', () => {
  const texts = Object.values(stopButtons).flat();

  test.each(texts)('opts its sender out: %s', async (text) => {
    const { says, outBy, graph } = await openWithMaria();
    await says('button', { payload: text, text: ` ${text} ` });
    expect(await outBy()).toBe('button');
    expect(graph.messages.sent.map(({ body }) => body)).toMatchObject([{ text: { body: stopped } }]);
  });

  test('counts only as a button: typed words, another button and the shop’s own button opt no customer out', async () => {
    const { says, outBy } = await openWithMaria();
    await says('text', { body: 'Parar promoções' });
    await says('text', { body: 'Stop promotions' });
    await says('button', { payload: 'x', text: 'Ver promoções' });
    await says('interactive', { type: 'button_reply', button_reply: { id: '1', title: 'Parar promoções' } });
    expect(await outBy()).toBeNull();
  });

  test('is confirmed once, and a setting opts in again', async () => {
    const { graph, rest, hears, api, contactId } = await openWithNina();
    const before = await hears();
    for (let tap = 0; tap < 2; tap++) {
      graph.messages.customerSends({ userId: nina }, 'button', { payload: 'Parar promoções', text: 'Parar promoções' });
      await rest();
    }
    expect(await hears()).toEqual([...before, stopped]);
    prefer(graph, preference('resume', '2026-11-21T12:00:00Z', { user_id: nina }));
    await rest();
    expect((await api.get(`/api/contacts/${contactId}`)).body).toMatchObject({ optedOut: false, optedOutBy: null });
  });
});

describe('the vendor’s refusal of marketing messages (131050)', () => {
  test.each(['failNext', 'failLater'] as const)('opts the customer out: %s', async (way) => {
    const { graph, shop, rest, outBy, prefers } = await openWithMaria();
    const { id } = (await shop.api.get('/api/conversations')).body.data[0];
    if (way === 'failNext') graph.failNext = [{ code: 131_050 }];
    else graph.failLater = [131_050];
    await shop.api.post(`/api/conversations/${id}/messages`, { content: 'Promoção!' });
    await rest();
    expect((await shop.api.get(`/api/conversations/${id}/messages`)).body.data[0].error.code).toBe('opted_out');
    expect(await outBy()).toBe('refusal');
    await prefers(preference('resume', new Date(Date.now() + 1_000).toISOString()));
    expect(await outBy()).toBeNull();
  });
});
