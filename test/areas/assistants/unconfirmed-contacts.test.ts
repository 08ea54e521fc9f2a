import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { openAssistant } from '../../support/shop/assistant.ts';
import { hasMarker, marker } from '../../support/shop/marked.ts';
import { openCampaigns } from '../campaigns/support.ts';
import { hourMs, maria, must, openFlows, say } from '../flows/support.ts';
import { confirmAt } from './support.ts';

const joao = '+5521998765432';

test('a campaign uses no name that an assistant wrote and no person confirmed', async () => {
  const { shop, api, launch, run, sent } = await openCampaigns();
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const body = { phone: '+5511980000001', name: marker };
  await careful.use('call_write', { operationId: 'createContact', body });
  const { body: preview } = await api.post('/api/marketing-campaigns/audience/contacts', {});
  expect(preview.sample).toContainEqual(expect.objectContaining({ phone: body.phone, name: null }));
  await launch([{ phone: body.phone }]);
  await run(1_000);
  expect((await sent()).map(({ content }) => content)).toEqual(['Oi cliente, hoje tem novidade!']);
  await confirmAt(api, `/api/contacts/${encodeURIComponent(body.phone)}`);
  await launch([{ phone: body.phone }], { name: 'Ano novo' });
  await run(60_000, 1_000);
  expect((await sent()).at(-1).content).toContain(marker);
});

test('a merged contact keeps the mark of what it took over', async () => {
  const { shop, api, says, heard, launch } = await openFlows();
  await launch([say('a', 'Olá {{contact.name}}!')]);
  await says('Bom dia', maria, {});
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const body = { phone: joao, name: marker };
  const { value } = await careful.use('call_write', { operationId: 'createContact', body });
  const { body: kept } = await api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  const owner = await signIn(shop);
  await must(owner.post('/owner/contacts/merge', { keep: kept.id, merge: value.id }));
  await says('oi', maria, {});
  expect((await heard()).some(hasMarker)).toBe(false);
});

test('a scheduled flow leaves out people with unconfirmed tags from an assistant', async () => {
  const { shop, api, says, heard, launch, pass } = await openFlows();
  await launch([say('a', 'Promoção!')], { type: 'schedule', cron: '0 * * * *', tags: ['fiel'] });
  await says('Bom dia');
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const parameters = { phone: maria };
  await careful.use('call_write', { operationId: 'replaceContactTags', parameters, body: { tags: ['fiel'] } });
  const tick = async () => {
    await pass(hourMs);
    await shop.app.platform.scheduler.tick();
    await pass(0);
  };
  await tick();
  expect(await heard()).toEqual([]);
  await confirmAt(api, `/api/contacts/${encodeURIComponent(maria)}`);
  await tick();
  expect(await heard()).toEqual(['Promoção!']);
});
