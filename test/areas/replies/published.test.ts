import { expect, test } from 'vitest';
import { makeTestGate } from '../agents/support.ts';
import { items, openPublishedShop, parking } from './published-support.ts';

test('customers hear an edit of a published agent only after it was published again', async () => {
  const shop = await openPublishedShop();
  const { api, path } = shop;
  const { body: agent } = await api.get(path);
  expect(agent).toMatchObject({ status: 'PUBLISHED', version: 'draft', hasUnpublishedChanges: false });
  await api.patch(`${path}/faq/${agent.faqs[0].id}`, { answer: 'Não temos mais.' });
  await api.post(`${path}/faq`, { question: 'Aceitam cachorro?', answer: 'Sim, na varanda.' });
  await api.patch(path, { fallbackMessage: 'Não sei.' });
  expect(await shop.ask('Tem estacionamento?')).toEqual([parking.answer]);
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Vou perguntar.']);
  expect((await api.get(path)).body).toMatchObject({ hasUnpublishedChanges: true, fallbackMessage: 'Não sei.' });
  expect((await api.get(`${path}/published`)).body).toMatchObject({
    version: 'published',
    fallbackMessage: 'Vou perguntar.',
    faqs: [parking],
    items,
  });
  const published = await shop.publish();
  expect(published).toMatchObject({ status: 200, body: { status: 'PUBLISHED', hasUnpublishedChanges: false } });
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Não temos mais.']);
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Sim, na varanda.']);
  expect((await shop.publish()).body.code).toBe('invalid_transition');
});

test('changes that fail the gate do not speak, and what was published goes on', async () => {
  const shop = await openPublishedShop();
  const { api, path, gate } = shop;
  await api.post(`${path}/faq`, { question: 'Aceitam cachorro?', answer: 'Sim, na varanda.' });
  gate.failing = 1;
  expect(await shop.publish()).toMatchObject({
    status: 409,
    body: { code: 'gate_failed', cases: [{ passed: false }] },
  });
  expect((await api.get(path)).body).toMatchObject({ status: 'PUBLISHED', hasUnpublishedChanges: true });
  expect((await shop.changes()).failing).toMatchObject([{ id: 'unknown/plain/0', advice: 'Set a fallback message' }]);
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Vou perguntar.']);
  expect(await shop.ask('Tem estacionamento?')).toEqual([parking.answer]);
  gate.failing = 0;
  await api.post(`${path}/faq`, { question: 'Tem wifi?', answer: 'Sim.' });
  gate.meanwhile = () => api.patch(path, { tone: 'Rude' });
  expect((await shop.publish()).body).toMatchObject({ code: 'gate_failed', cases: [] });
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Vou perguntar.']);
});

test('the changes name what customers hear and what they would hear', async () => {
  const shop = await openPublishedShop({
    services: [{ name: 'Entrega', price: 8 }],
    rules: [{ kind: 'info', text: 'Não aceitamos cheque.' }],
    businessHours: {
      days: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [{ from: '00:00', to: '24:00' }], sun: [] },
    },
  });
  const { api, path, itemIds } = shop;
  const { body: before } = await api.get(path);
  expect(await shop.changes()).toMatchObject({ published: { isCurrent: true }, changes: [], failing: [] });
  const { days } = before.businessHours;
  await api.patch(path, {
    tone: 'Breve',
    services: [],
    behavior: { ...before.behavior, handoffKeywords: ['gerente'] },
    businessHours: {
      days: { ...days, sun: [{ from: '18:00', to: '22:00' }] },
      exceptions: [{ date: '2026-12-25', closed: true }],
    },
  });
  await api.patch(`${path}/rules`, { update: { id: before.rules[0].id, text: 'Não aceitamos cheques.' } });
  await api.delete(`${path}/faq/${before.faqs[0].id}`);
  await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { name: 'Marguerita', description: 'Com manjericão' });
  await api.post(`${path}/catalog-items`, { name: 'Água', price: 5 });
  const { changes, published } = await shop.changes();
  expect(published.isCurrent).toBe(false);
  const change = (fields: object) => ({ id: null, name: null, action: 'changed', heldBack: null, ...fields });
  expect(changes).toEqual([
    change({ what: 'field', fields: [{ field: 'tone', before: null, after: 'Breve' }] }),
    change({
      what: 'hours',
      fields: [
        { field: 'sun', before: '', after: '18:00–22:00' },
        { field: '2026-12-25', before: null, after: '' },
      ],
    }),
    change({ what: 'behavior', fields: [{ field: 'handoffKeywords', before: '', after: 'gerente' }] }),
    change({
      what: 'service',
      action: 'removed',
      id: before.services[0].id,
      name: 'Entrega',
      fields: [
        { field: 'name', before: 'Entrega', after: null },
        { field: 'price', before: 8, after: null },
      ],
    }),
    change({
      what: 'rule',
      id: before.rules[0].id,
      name: 'Não aceitamos cheques.',
      fields: [{ field: 'text', before: 'Não aceitamos cheque.', after: 'Não aceitamos cheques.' }],
    }),
    change({
      what: 'faq',
      action: 'removed',
      id: before.faqs[0].id,
      name: parking.question,
      fields: [
        { field: 'question', before: parking.question, after: null },
        { field: 'answer', before: parking.answer, after: null },
      ],
    }),
    change({
      what: 'item',
      id: itemIds.Margherita,
      name: 'Marguerita',
      fields: [
        { field: 'name', before: 'Margherita', after: 'Marguerita' },
        { field: 'description', before: null, after: 'Com manjericão' },
      ],
    }),
    change({
      what: 'item',
      action: 'added',
      id: expect.stringMatching(/^item_/),
      name: 'Água',
      fields: [
        { field: 'name', before: null, after: 'Água' },
        { field: 'price', before: null, after: 5 },
        { field: 'active', before: null, after: true },
      ],
    }),
  ]);
});

test('discarded changes are gone from the draft, which has its old ids again', async () => {
  const shop = await openPublishedShop({ services: [{ name: 'Entrega', price: 8 }] });
  const { api, path, itemIds } = shop;
  const read = async () => {
    const { updatedAt, ...agent } = (await api.get(path)).body;
    return { agent, items: (await api.get(`${path}/catalog-items`)).body.data };
  };
  const before = await read();
  await api.post(`${path}/apply-template`, { templateId: 'pizzeria-pt' });
  await api.delete(`${path}/catalog-items/${itemIds.Margherita}`);
  await api.post(`${path}/catalog-items`, { name: 'Água', price: 5 });
  expect((await shop.changes()).changes.length).toBeGreaterThan(5);
  const discarded = await api.post(`${path}/discard-changes`);
  expect(discarded).toMatchObject({ status: 200, body: { hasUnpublishedChanges: false, hasUntestedChanges: false } });
  expect(await read()).toEqual(before);
  expect((await shop.changes()).changes).toEqual([]);
  expect(shop.gate.runs).toBe(1);
  await api.post(`${path}/unpublish`);
  expect((await api.post(`${path}/discard-changes`)).status).toBe(409);
  expect((await api.get(`${path}/published`)).status).toBe(404);
  expect(await shop.changes()).toMatchObject({ published: null, changes: [] });
});

test('undoing a change by hand leaves nothing to publish', async () => {
  const shop = await openPublishedShop();
  const { api, path } = shop;
  await api.patch(path, { tone: 'Rude' });
  expect((await api.get(path)).body.hasUnpublishedChanges).toBe(true);
  await api.patch(path, { tone: null });
  expect((await api.get(path)).body.hasUnpublishedChanges).toBe(false);
  expect((await shop.publish()).status).toBe(409);
});

test('an agent that is unpublished and published again speaks from its draft of then', async () => {
  const shop = await openPublishedShop();
  const { api, path } = shop;
  await api.post(`${path}/unpublish`);
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  await api.patch(path, { faqs: undefined, fallbackMessage: 'Não sei.' });
  expect((await api.get(path)).body.hasUnpublishedChanges).toBe(false);
  await shop.publish();
  expect(await shop.ask('Vocês vendem helicópteros?')).toEqual(['Não sei.']);
  const impact = await api.get(`${path}/deletion-impact`);
  expect(impact.body.removed.snapshots).toBe(1);
});

test('a publication or a price that breaks off half-way changes neither the draft nor what customers hear', async () => {
  let breaks = false;
  const started = async () => {
    if (breaks) throw new Error('The power went out');
  };
  const speakingChange = { started, stopped: async () => {} };
  const gate = makeTestGate();
  const areas = [...gate.areas, { name: 'power', title: 'Power', provides: { speakingChange: [speakingChange] } }];
  const shop = await openPublishedShop({}, { areas });
  const { api, path, itemIds } = shop;
  await api.patch(path, { fallbackMessage: 'Não sei.' });
  breaks = true;
  expect((await shop.publish()).status).toBe(500);
  expect((await api.get(path)).body.hasUnpublishedChanges).toBe(true);
  expect((await api.get(`${path}/published`)).body.fallbackMessage).toBe('Vou perguntar.');
  expect(await shop.ask('Vocês vendem helicópteros?')).toEqual(['Vou perguntar.']);
  gate.beforeItem = () => {
    throw new Error('The power went out');
  };
  expect((await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { price: 47 })).status).toBe(500);
  expect((await api.get(`${path}/catalog-items`)).body.data[0].price).toBe(45);
  expect((await api.get(`${path}/published`)).body.items[0].price).toBe(45);
});

test('the published version of another workspace is neither read nor discarded', async () => {
  const shop = await openPublishedShop();
  const other = await shop.shop.otherWorkspace();
  for (const name of ['published', 'changes']) expect((await other.get(`${shop.path}/${name}`)).status).toBe(404);
  expect((await other.post(`${shop.path}/discard-changes`)).status).toBe(404);
});
