import { describe, expect, test } from 'vitest';
import type { GraphFault } from '../../doubles/graph-server/graph-server-protocol.ts';
import { eventually } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { type CloudShop, openCloudShop } from './support.ts';

async function openWithMaria() {
  const clock = new ManualClock();
  const cloud = await openCloudShop({ clock });
  const { shop, graph, channelId } = cloud;
  graph.messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const { id } = (await shop.api.get('/api/conversations')).body.data[0];
  const channel = async () => (await shop.api.get(`/api/channels/${channelId}`)).body;
  return {
    ...{ ...cloud, clock, channel },
    send: () => shop.api.post(`/api/conversations/${id}/messages`, { content: 'Pronto' }),
    newest: async () => (await shop.api.get(`/api/conversations/${id}/messages?limit=1`)).body.data[0],
    becomes: (status: string) => eventually(async () => (await channel()).status === status && (await channel())),
  };
}

describe('a token that the vendor refuses', () => {
  test('once leaves the channel connected', async () => {
    const { send, graph, shop, channel } = await openWithMaria();
    graph.failNext = [{ status: 401, code: 190 }];
    expect((await send()).status).toBe(503);
    await shop.settle();
    expect((await channel()).status).toBe('CONNECTED');
    expect((await send()).status).toBe(201);
  });

  test('for half a minute makes sends wait, and the channel recovers automatically', async () => {
    const { send, graph, clock, becomes, shop } = await openWithMaria();
    graph.refusesToken = true;
    expect((await send()).status).toBe(503);
    expect(await becomes('CONNECTING')).toMatchObject({ statusReason: expect.stringContaining('(190)') });
    expect(await send()).toMatchObject({ status: 503, body: { code: 'channel_not_connected' } });
    clock.advance(15_000);
    await shop.settle();
    graph.refusesToken = false;
    clock.advance(15_000);
    expect(await becomes('CONNECTED')).toMatchObject({ statusReason: null });
    expect((await send()).status).toBe(201);
  });

  test('for a minute disconnects the channel with the reason, until it is accepted again', async () => {
    const { send, graph, clock, becomes, channel } = await openWithMaria();
    graph.refusesToken = true;
    await send();
    await becomes('CONNECTING');
    const lost = await eventually(async () => {
      clock.advance(15_000);
      const { status, statusReason } = await channel();
      return status === 'DISCONNECTED' && statusReason;
    });
    expect(lost).toContain('rejects the credentials');
    graph.refusesToken = false;
    await eventually(async () => {
      clock.advance(600_000);
      return (await channel()).status === 'CONNECTED';
    });
  });
});

describe('an error that belongs to no message', () => {
  const alone = ({ graph: { webhooks, account } }: Pick<CloudShop, 'graph'>, fault: object, hasNumber = true): void => {
    const metadata = { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId };
    const value = { messaging_product: 'whatsapp', ...(hasNumber && { metadata }), errors: [fault] };
    webhooks.tell({ field: 'messages', value });
  };

  test.each([true, false])('is shown at the channel for a day, with its number: %s', async (hasNumber) => {
    const opened = await openWithMaria();
    const { graph, shop, channelId, clock, becomes, send } = opened;
    const details = 'The account is locked';
    alone(opened, { code: 131_031, title: 'Locked', error_data: { details } }, hasNumber);
    await graph.webhooks.idle();
    const reason = 'The platform reports: The account is locked (131031)';
    expect(await becomes('DEGRADED')).toMatchObject({ statusReason: reason });
    const { body: health } = await shop.api.get(`/api/channels/${channelId}/health`);
    expect(health).toMatchObject({ overall: 'DEGRADED' });
    expect(health.checks).toContainEqual(expect.objectContaining({ name: 'reports', ok: false, detail: reason }));
    expect((await send()).status).toBe(201);
    clock.advance(24 * 3_600_000);
    await shop.app.platform.scheduler.tick();
    expect(await becomes('CONNECTED')).toMatchObject({ statusReason: null });
  });

  test('of an unknown form is acknowledged', async () => {
    const opened = await openWithMaria();
    alone(opened, { message: 'no code' });
    await opened.graph.webhooks.idle();
    expect(opened.graph.webhooks.answers.at(-1)).toBe(200);
    expect((await opened.channel()).status).toBe('CONNECTED');
  });
});

describe('a code that is not listed', () => {
  test.each<[string, GraphFault, { status: string; code: string | null }]>([
    ['a 4xx is the person’s', { status: 400, code: 131_999 }, { status: 'FAILED', code: '131999' }],
    ['a text is read as a number', { status: 404, code: '131999' }, { status: 'FAILED', code: '131999' }],
    ['a listed code as a text', { status: 400, code: '131026' }, { status: 'FAILED', code: 'not_on_app' }],
    [
      'details as a text',
      { status: 400, code: 132_018, error_data: 'Too long' },
      { status: 'FAILED', code: 'values_invalid' },
    ],
    ['a 401 is of the credentials', { status: 401, code: 131_999 }, { status: 'FAILED', code: 'credentials' }],
    ['a 429 is of the rate', { status: 429, code: 131_999 }, { status: 'FAILED', code: 'rate_limited' }],
    [
      'one declared passing is the vendor’s',
      { status: 400, code: 131_999, is_transient: true },
      { status: 'FAILED', code: 'temporary' },
    ],
    ['a 5xx is the vendor’s, who may have sent it', { status: 503, code: 131_999 }, { status: 'PENDING', code: null }],
  ])('%s', async (_title, fault, expected) => {
    const { send, graph, newest } = await openWithMaria();
    graph.failNext = [fault];
    await send();
    const { status, error } = await newest();
    expect({ status, code: error?.code ?? null }).toEqual(expected);
  });

  test('in a receipt is the person’s, and a receipt of another form still fails its message', async () => {
    const { send, graph, shop, newest } = await openWithMaria();
    graph.failLater = [131_999];
    await send();
    await graph.webhooks.idle();
    await shop.settle();
    expect(await newest()).toMatchObject({
      status: 'FAILED',
      error: { code: '131999', message: 'refused with 131999 (131999)' },
    });
    graph.failLater = ['?' as unknown as number];
    await send();
    await graph.webhooks.idle();
    await shop.settle();
    expect(await newest()).toMatchObject({ status: 'FAILED', error: { code: 'provider_failed' } });
  });
});
