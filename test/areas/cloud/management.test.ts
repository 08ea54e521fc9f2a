import { describe, expect, test } from 'vitest';
import type { VendorCatalogs, VendorTemplates } from '../../../server/areas/channels/index.ts';
import { makePdf } from '../../support/files/samples.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { maria } from '../../support/shop/conversation.ts';
import { type CloudShop, openCloudShop } from './support.ts';

const groups = ({ shop, channelId }: CloudShop): { templates: VendorTemplates; catalogs: VendorCatalogs } => {
  const connection = shop.app.platform.services.channelHub.connection(channelId);
  if (!connection?.templates || !connection.catalogs) throw new Error('The channel has no groups');
  return { templates: connection.templates, catalogs: connection.catalogs };
};

const body = [{ type: 'BODY', text: 'Oi {{1}}', example: { body_text: [['Ana']] } }];

describe('templates', () => {
  test('are created, listed over pages and deleted at the vendor', async () => {
    const cloud = await openCloudShop();
    const { templates } = groups(cloud);
    cloud.graph.management.pageSize = 2;
    for (const name of ['a', 'b', 'c', 'd']) {
      const made = await templates.create({ name, language: 'pt_BR', category: 'MARKETING', components: body });
      expect(made).toMatchObject({ name, status: 'PENDING', category: 'MARKETING' });
    }
    const all = await templates.list();
    expect(all.map(({ name }) => name)).toEqual(['hello_world', 'a', 'b', 'c', 'd']);
    await templates.delete(all[1] as { providerId: string; name: string });
    expect(await templates.list()).toHaveLength(4);
    await expect(
      templates.create({ name: 'b', language: 'pt_BR', category: 'UTILITY', components: body }),
    ).rejects.toMatchObject({
      reason: 'template_unusable',
    });
  });

  test('change their status by webhook after the vendor’s review', async () => {
    const { shop, graph, channelId } = await openCloudShop();
    const draft = { name: 'promo', language: 'pt_BR', category: 'MARKETING', components: body };
    const { status, body: made } = await shop.api.post(`/api/channels/${channelId}/chat-templates`, draft);
    expect([status, made.status]).toEqual([201, 'PENDING']);
    for (const [event, reason, expected] of [
      ['REJECTED', 'ABUSIVE_CONTENT', { status: 'REJECTED', reason: 'ABUSIVE_CONTENT' }],
      ['APPROVED', 'NONE', { status: 'APPROVED', reason: null }],
      ['PAUSED', 'NONE', { status: 'PAUSED' }],
      ['DISABLED', 'NONE', { status: 'DISABLED' }],
    ] as const) {
      graph.management.review('promo', event, reason);
      await graph.webhooks.idle();
      await shop.settle();
      expect((await shop.api.get(`/api/chat-templates/${made.id}`)).body).toMatchObject(expected);
    }
  });

  test('fail with the reason if the permission is missing', async () => {
    const cloud = await openCloudShop();
    cloud.graph.permissions.delete('whatsapp_business_management');
    await expect(groups(cloud).templates.list()).rejects.toMatchObject({ reason: 'credentials' });
  });

  test('have samples whose upload resumes after an interruption', async () => {
    const cloud = await openCloudShop();
    const { files } = cloud.shop.app.platform;
    const blob = await files.receive([makePdf()], { maxBytes: 1_000 });
    const sample = { ...blob, fileName: 'menu.pdf' };
    const whole = await groups(cloud).templates.uploadSample(sample);
    cloud.graph.media.breakUploadAfter = 10;
    expect(await groups(cloud).templates.uploadSample(sample)).toBe(whole);
    expect(whole).toMatch(/^4::/);
  });
});

const pizza = {
  retailerId: 'item_1',
  name: 'Pizza',
  description: null,
  priceCents: 123_450,
  imageUrl: 'https://shop.example/pizza.jpg',
  available: true,
};

describe('catalogs', () => {
  test('are listed, linked one at a time and unlinked', async () => {
    const cloud = await openCloudShop();
    const { catalogs } = groups(cloud);
    await catalogs.link('1001001');
    expect(await catalogs.list()).toEqual([
      { id: '1001001', name: 'Menu', productCount: 0, linked: true },
      { id: '1001002', name: 'Gifts', productCount: 0, linked: false },
    ]);
    await expect(catalogs.link('1001002')).rejects.toMatchObject({ reason: 'unsupported' });
    await catalogs.unlink('1001001');
    expect(cloud.graph.catalogs.linked.size).toBe(0);
  });

  test('receive products in batches, which are polled to their end, and report each rejected product', async () => {
    const cloud = await openCloudShop();
    const { catalogs } = groups(cloud);
    cloud.graph.catalogs.pollsToFinish = 1;
    cloud.graph.catalogs.refusedItems.add('item_2');
    const products = [pizza, { ...pizza, retailerId: 'item_2' }, { ...pizza, retailerId: 'item_3', imageUrl: null }];
    const faults = await catalogs.upsert('1001001', products);
    expect(faults.map(({ retailerId }) => retailerId).sort()).toEqual(['item_2', 'item_3']);
    const batch = cloud.graph.requests.find(({ path }) => path.endsWith('/items_batch'))?.json;
    expect(batch.requests[0]).toEqual({
      method: 'UPDATE',
      data: {
        id: 'item_1',
        title: 'Pizza',
        description: 'Pizza',
        price: '1234.50 BRL',
        availability: 'in stock',
        condition: 'new',
        link: 'https://wa.me/15550783881',
        image_link: 'https://shop.example/pizza.jpg',
      },
    });
    expect(await catalogs.products('1001001')).toEqual([{ ...pizza, description: 'Pizza' }]);
  });
});

describe('health', () => {
  test('reports token, number, quality, throughput, limit, account and webhook, with their latency', async () => {
    const { shop, graph, channelId } = await openCloudShop();
    const read = async () => (await shop.api.get(`/api/channels/${channelId}/health`)).body;
    const { overall, checks } = await read();
    expect(overall).toBe('OK');
    expect(checks.map(({ name }: { name: string }) => name)).toEqual([
      ...['token', 'phone', 'quality', 'throughput', 'messaging_limit', 'account', 'webhook'],
    ]);
    expect(checks[2]).toMatchObject({ detail: 'GREEN', latencyMs: expect.any(Number) });
    graph.phone = { quality_rating: 'RED' };
    expect(await read()).toMatchObject({ overall: 'DEGRADED' });
    const verification = await shop.api.get(`/api/channels/${channelId}/business-verification`);
    expect(verification).toMatchObject({ status: 200, body: { status: 'verified' } });
  });

  test.each([
    ['BANNED', { status: 'BANNED' }, 'BANNED'],
    ['restricted', { status: 'RESTRICTED' }, 'DEGRADED'],
    ['of bad quality', { quality_rating: 'RED' }, 'DEGRADED'],
    ['blocked', { health_status: { can_send_message: 'BLOCKED', entities: [] } }, 'DEGRADED'],
    ['not registered', { status: 'UNVERIFIED' }, 'DISCONNECTED'],
  ])('a number that is %s changes the channel, by webhook and by the hourly check', async (_name, phone, status) => {
    const clock = new ManualClock();
    const { shop, graph, channelId } = await openCloudShop({ clock });
    const read = async () => {
      await graph.webhooks.idle();
      await shop.settle();
      return (await shop.api.get(`/api/channels/${channelId}`)).body;
    };
    graph.phone = phone;
    graph.webhooks.tell({ field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION' } });
    await expect.poll(read).toMatchObject({ status, statusReason: expect.any(String) });
    graph.phone = {};
    clock.advance(3_600_000);
    await shop.app.platform.scheduler.tick();
    await expect.poll(read).toMatchObject({ status: 'CONNECTED', statusReason: null });
  });
});

test('receipts whose webhooks were lost are fetched once, ten minutes later', async () => {
  const clock = new ManualClock();
  const { shop, graph } = await openCloudShop({ clock });
  graph.messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const path = `/api/conversations/${(await shop.api.get('/api/conversations')).body.data[0].id}/messages`;
  graph.webhooks.batch = true;
  expect((await shop.api.post(path, { content: 'Olá' })).body.status).toBe('SENT');
  for (let minute = 0; minute < 30; minute++) {
    clock.advance(60_000);
    await shop.app.platform.scheduler.tick();
    await shop.settle();
  }
  expect((await shop.api.get(path)).body.data[0].status).toBe('DELIVERED');
  expect(graph.requests.filter((request) => request.path.endsWith('/message_history'))).toHaveLength(1);
  await graph.webhooks.flush();
  await shop.settle();
  expect(await shop.events('message.status')).toHaveLength(2);
});
