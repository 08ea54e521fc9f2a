import { expect, test } from 'vitest';
import { openPublishedShop, parking } from './published-support.ts';

test('a price and an item that is sold out are heard at once, and an item of a menu is not', async () => {
  const shop = await openPublishedShop();
  const { api, path, itemIds } = shop;
  const margherita = `${path}/catalog-items/${itemIds.Margherita}`;
  await api.patch(margherita, { price: 47 });
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('47,00');
  expect((await api.get(path)).body).toMatchObject({ hasUnpublishedChanges: false, hasUntestedChanges: true });
  await api.patch(margherita, { active: false });
  expect((await shop.ask('Quanto custa a Margherita?')).join()).not.toContain('47,00');
  await api.put(`${path}/catalog-items/active`, { active: true });
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('47,00');
  expect((await shop.changes()).changes).toEqual([]);
  // Only the price of an item is heard at once.
  await api.patch(margherita, { price: 49, name: 'Napolitana' });
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('49,00');
  expect((await shop.changes()).changes).toMatchObject([{ fields: [{ field: 'name', after: 'Napolitana' }] }]);
  await api.post(`${path}/catalog-items`, { name: 'Esfiha', price: 8 });
  expect((await shop.ask('Quanto custa a Esfiha?')).join()).not.toContain('8,00');
});

test('a price that a published text contradicts is not heard before the text is published, too', async () => {
  const costs = { question: 'Quanto custa a Margherita?', answer: 'A Margherita sai por R$ 45,00.' };
  const shop = await openPublishedShop({ faqs: [parking, costs] });
  const { api, path, itemIds } = shop;
  await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { price: 47 });
  expect((await shop.changes()).changes).toMatchObject([
    {
      what: 'item',
      fields: [{ field: 'price', before: 45, after: 47 }],
      heldBack: { reason: 'price_told', about: expect.stringContaining('sai por R$ 45,00') },
    },
  ]);
  expect((await api.get(`${path}/published`)).body.items[0].price).toBe(45);
  expect((await api.get(path)).body.hasUnpublishedChanges).toBe(true);
  // Another item's price is none of that text's business.
  await api.patch(`${path}/catalog-items/${itemIds.Calabresa}`, { price: 50 });
  expect((await shop.ask('Quanto custa a Calabresa?')).join()).toContain('50,00');
  const faq = (await api.get(path)).body.faqs[1].id;
  await api.patch(`${path}/faq/${faq}`, { answer: 'A Margherita sai por R$ 47,00.' });
  expect((await shop.publish()).status).toBe(200);
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('47,00');
});

test('a price of 0 and a second price of one name are not heard at once, and being sold out always is', async () => {
  const shop = await openPublishedShop({ faqs: [{ question: 'Preço?', answer: 'Margherita: R$ 45,00' }] });
  const { api, path, itemIds } = shop;
  const { body: twin } = await api.post(`${path}/catalog-items`, { name: 'CALABRESA', price: 48 });
  await shop.publish();
  await api.patch(`${path}/catalog-items/${twin.id}`, { price: 50 });
  await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { price: 0 });
  const reasons = async () =>
    (await shop.changes()).changes.map(({ heldBack }: { heldBack: { reason: string } }) => heldBack.reason);
  expect(await reasons()).toEqual(['no_price', 'same_name']);
  const { body } = await api.get(`${path}/published`);
  expect(body.items.map(({ price }: { price: number }) => price)).toEqual([45, 48, 48]);
  await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { active: false });
  expect((await api.get(`${path}/published`)).body.items[0].active).toBe(false);
});

test('closing today is heard at once, and other hours after they are published', async () => {
  const always = [{ from: '00:00', to: '24:00' }];
  const days = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always };
  const shop = await openPublishedShop({ businessHours: { days }, outOfHoursMessage: 'Estamos fechados.' });
  const { api, path } = shop;
  const exceptions = [
    { date: '2026-11-21', closed: true },
    { date: '2026-12-25', closed: true },
  ];
  await api.patch(path, { businessHours: { days: { ...days, mon: [] }, exceptions } });
  expect((await shop.ask('Tem estacionamento?')).join()).toContain('Estamos fechados.');
  expect((await shop.changes()).changes).toMatchObject([{ fields: [{ field: 'mon' }, { field: '2026-12-25' }] }]);
  await api.patch(path, { businessHours: { days, exceptions: [] } });
  const { body } = await api.get(`${path}/published`);
  expect(body.businessHours.exceptions).toEqual([]);
});

test('with changesAtOnce off, a price waits for the publication', async () => {
  const shop = await openPublishedShop({}, { behavior: { changesAtOnce: false } });
  const { api, path, itemIds } = shop;
  await api.patch(`${path}/catalog-items/${itemIds.Margherita}`, { price: 47 });
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('45,00');
  expect((await shop.changes()).changes).toMatchObject([{ fields: [{ field: 'price' }], heldBack: null }]);
  await shop.publish();
  expect((await shop.ask('Quanto custa a Margherita?')).join()).toContain('47,00');
});
