import { describe, expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { type CloudShop, openCloudShop } from './support.ts';

const now = () => Math.floor(Date.now() / 1_000);

const countReads = ({ graph }: CloudShop) =>
  graph.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/message_templates')).length;

/** A shop with an approved template. `tells` posts a report of the vendor, `becomes` sets its answer to a read. */
async function openWithTemplate() {
  const cloud = await openCloudShop();
  const { shop, graph, channelId } = cloud;
  const components = [{ type: 'BODY', text: 'Seu pedido saiu.' }];
  const draft = { name: 'aviso', language: 'pt_BR', category: 'UTILITY', components };
  // The first sync, which the credentials begin.
  await shop.settle();
  const readsBefore = countReads(cloud);
  const { body: made } = await shop.api.post(`/api/channels/${channelId}/chat-templates`, draft);
  const held = graph.management.templates.find(({ name }) => name === 'aviso');
  if (!held) throw new Error('The vendor has no template');
  held.status = 'APPROVED';
  const read = async () => (await shop.api.get(`/api/chat-templates/${made.id}`)).body;
  const about = { message_template_id: Number(held.id), message_template_name: 'aviso' };
  return {
    ...cloud,
    at: `/api/chat-templates/${made.id}`,
    read,
    /** Number of reads of the templates from the vendor since. */
    reads: () => countReads(cloud) - readsBefore,
    /** The vendor's answers from now on. */
    becomes: (fields: object) => Object.assign(held, fields),
    async tells(value: object, { field = 'message_template_status_update', time = now() } = {}) {
      const full = { ...about, message_template_language: 'pt_BR', ...value };
      const body = JSON.parse(graph.webhooks.body([{ field, value: full }]));
      body.entry[0].time = time;
      expect(await graph.webhooks.post(JSON.stringify(body))).toBe(200);
      await shop.app.platform.services.channelHub.inbox.idle();
    },
    is: (fields: object) =>
      eventually(async () => {
        const found = await read();
        return Object.entries(fields).every(([key, value]) => found[key] === value);
      }),
  };
}

describe('a report that does not say what a template is now', () => {
  test.each([
    ...['UNARCHIVED', 'REINSTATED', 'FLAGGED', 'IN_APPEAL', 'LIMIT_EXCEEDED', 'PENDING_DELETION', 'UNLOCKED'],
    ...['SOMETHING_NEW', '', 5, null],
  ])('such as the event %j makes the server read it from the vendor at once', async (event) => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'PAUSED', reason: 'FIRST_PAUSE' });
    await shop.is({ status: 'PAUSED', reason: 'FIRST_PAUSE' });
    await shop.tells({ event, reason: 'NONE' });
    await shop.is({ status: 'APPROVED', reason: null });
    expect(shop.reads()).toBe(1);
  });

  test('leaves the template as it is until the vendor has answered', async () => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'APPROVED' });
    shop.becomes({ status: 'PAUSED' });
    await shop.graph.drop();
    // Webhooks come from another machine.
    await shop.tells({ event: 'SOMETHING_NEW' });
    expect((await shop.read()).status).toBe('APPROVED');
    await shop.graph.listen();
    await shop.is({ status: 'PAUSED' });
  });

  test('is answered by few reads however many come at once', async () => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'PAUSED' });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        shop.tells({ event: `NEW_${index}`, message_template_name: `t${index}` }),
      ),
    );
    await shop.is({ status: 'APPROVED' });
    await shop.shop.settle();
    expect(shop.reads()).toBeLessThan(10);
  });

  test('and a report about changed components or an unknown template is answered in the same way', async () => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'APPROVED' });
    const components = [{ type: 'BODY', text: 'Seu pedido chegou.' }];
    shop.becomes({ components });
    await shop.tells({ message_template_element: 'x' }, { field: 'message_template_components_update' });
    await eventually(async () => (await shop.read()).components[0].text === 'Seu pedido chegou.');
    shop.graph.management.add({ name: 'made_there', language: 'en_US', category: 'UTILITY', components }, 'APPROVED');
    const there = { message_template_id: 7, message_template_name: 'made_there', message_template_language: 'en_US' };
    await shop.tells({ event: 'APPROVED', ...there });
    await eventually(async () => (await shop.shop.api.get('/api/chat-templates?search=made_there')).body.total === 1);
  });
});

test('a review that ends with another category changes the category, too', async () => {
  const shop = await openWithTemplate();
  await shop.tells({ event: 'APPROVED', message_template_category: 'MARKETING' });
  await shop.is({ status: 'APPROVED', category: 'MARKETING' });
  await shop.tells({ previous_category: 'MARKETING', new_category: 'UTILITY' }, { field: 'template_category_update' });
  await shop.is({ status: 'APPROVED', category: 'UTILITY' });
  const before = shop.reads();
  await shop.tells({ event: 'APPROVED', message_template_category: 'NEW_ONE' }, { time: now() + 1 });
  await shop.tells({ new_category: 'NEW_ONE' }, { field: 'template_category_update', time: now() + 1 });
  await eventually(async () => shop.reads() === before + 1);
  expect((await shop.read()).category).toBe('UTILITY');
});

describe('the state that the vendor answers', () => {
  test.each([
    ['APPROVED', 'APPROVED', null],
    ['approved', 'APPROVED', null],
    ['IN_APPEAL', 'REJECTED', 'IN_APPEAL'],
    ['PENDING_DELETION', 'DISABLED', 'PENDING_DELETION'],
    ['LIMIT_EXCEEDED', 'DISABLED', 'LIMIT_EXCEEDED'],
    ['ARCHIVED', 'DISABLED', 'ARCHIVED'],
    ['SOMETHING_NEW', 'APPROVED', 'SOMETHING_NEW'],
  ])('%s becomes %s', async (state, status, reason) => {
    const shop = await openWithTemplate();
    shop.becomes({ status: state });
    await shop.tells({ event: 'UNKNOWN_EVENT' });
    await shop.is({ status, reason });
  });
});

test('a template in an unknown state can be sent, and the vendor decides', async () => {
  const shop = await openWithTemplate();
  shop.becomes({ status: 'SOMETHING_NEW' });
  await shop.tells({ event: 'SOMETHING_NEW' });
  await shop.is({ reason: 'SOMETHING_NEW' });
  const template = { name: 'aviso', language: 'pt_BR' };
  const sent = () =>
    shop.shop.api.post('/api/conversations/new', {
      channelId: shop.channelId,
      phoneNumber: '+5511987654321',
      template,
    });
  expect(await sent()).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
  shop.becomes({ status: 'APPROVED' });
  expect((await sent()).body.message.status).toBe('SENT');
});

describe('a report that arrives late', () => {
  test('or twice does not undo a newer one: the state is read from the vendor', async () => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'PAUSED' }, { time: now() + 20 });
    await shop.tells({ event: 'APPROVED' }, { time: now() + 30 });
    await shop.tells({ event: 'PAUSED' }, { time: now() + 20 });
    await shop.tells({ event: 'DISABLED' }, { time: now() + 10 });
    await eventually(async () => shop.reads() === 1);
    await shop.shop.settle();
    await shop.is({ status: 'APPROVED' });
  });

  test('does not undo what was read since', async () => {
    const shop = await openWithTemplate();
    await shop.tells({ event: 'UNARCHIVED' });
    await eventually(async () => shop.reads() === 1);
    await shop.shop.settle();
    await shop.tells({ event: 'DISABLED' }, { time: now() - 60 });
    await shop.tells({ new_quality_score: 'RED' }, { field: 'message_template_quality_update', time: now() - 60 });
    await eventually(async () => shop.reads() >= 2);
    await shop.shop.settle();
    await shop.is({ status: 'APPROVED', quality: 'UNKNOWN' });
  });
});
