import { expect, test } from 'vitest';
import type { VendorEvent } from '../../../server/areas/channels/vendor-event.ts';
import { keyword, minuteMs, question, say } from '../flows/support.ts';
import { type AnsweringShop, openFaqShop, turnsOf } from './support.ts';
import { connectionOf, message, person, report } from './vendor-events.ts';

const asked = 'Tem estacionamento?';
const poll = { kind: 'poll', title: 'Sair?', lines: ['SAIR', asked] };
const edit = (content: string) => ({ kind: 'edit', by: 'CONTACT', person, providerMessageId: 'm1', content });
const deletion = { kind: 'deletion', by: 'CONTACT', person, providerMessageId: 'm1' };

const optedOut = async ({ api }: AnsweringShop) => (await api.get('/api/contacts')).body.data[0].optedOut;

test('an agent says nothing to a notice, and a person is called', async () => {
  const shop = await openFaqShop();
  await report(shop, [message({ notice: poll })]);
  expect(await shop.heard()).toEqual([]);
  expect(await turnsOf(shop)).toEqual([]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'NOT_WORDS' });
  expect(await optedOut(shop)).toBe(false);
});

test('an agent says nothing to a reaction to an unknown message either', async () => {
  const shop = await openFaqShop();
  await report(shop, [{ kind: 'reaction', providerMessageId: 'unknown', from: person, emoji: '👍' }]);
  for (let minute = 0; minute < 2; minute++) {
    shop.clock.advance(minuteMs);
    await shop.shop.app.platform.scheduler.tick();
    await shop.settle();
  }
  expect((await shop.conversation()).lastMessage).toMatchObject({ notice: { kind: 'reaction' } });
  expect(await shop.heard()).toEqual([]);
  expect(await turnsOf(shop)).toEqual([]);
});

/** Turns a flow of the shop's agent on. */
async function launch({ api, agentId }: AnsweringShop, trigger: object, steps: object[]): Promise<void> {
  const made = await api.post('/api/flows', { name: 'F', aiAgentId: agentId, trigger, steps });
  expect(made.status).toBe(201);
  expect((await api.patch(`/api/flows/${made.body.id}`, { status: 'ACTIVE' })).status).toBe(200);
}

test('a flow for the first message begins with the first words, not with a notice', async () => {
  const shop = await openFaqShop();
  await launch(shop, { type: 'first_message' }, [say('a', 'Bem-vinda!')]);
  await shop.api.post(`/api/ai-agents/${shop.agentId}/unpublish`);
  await report(shop, [message({ notice: poll })]);
  expect(await shop.heard()).toEqual([]);
  await report(shop, [message({ providerMessageId: 'm2', content: 'oi' })]);
  expect(await shop.heard()).toEqual(['Bem-vinda!']);
});

test('a flow does not take a notice for an answer', async () => {
  const shop = await openFaqShop();
  await launch(shop, keyword('oi'), [question('a', 'size', 'b'), say('b', 'Certo')]);
  await shop.api.post(`/api/ai-agents/${shop.agentId}/unpublish`);
  await report(shop, [message({ content: 'oi' })]);
  await report(shop, [message({ providerMessageId: 'm2', notice: poll })]);
  expect(await shop.heard()).toEqual(['size?']);
  await report(shop, [message({ providerMessageId: 'm3', content: 'grande' })]);
  expect(await shop.heard()).toEqual(['size?', 'Certo']);
});

test('an edited message is answered in its new text', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await report(shop, [message({ content: 'Aceitam cachorro?' })]);
  await report(shop, [edit(asked)]);
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('a message that is edited while the agent decides is answered in its new text', async () => {
  const shop = await openFaqShop();
  const { platform } = shop.shop.app;
  const write = platform.work.bind(platform);
  platform.work = async (workspace, actor, run) => {
    if (actor.source === 'AGENT') {
      platform.work = write;
      await connectionOf(shop).report([
        { ...edit(asked), providerEventId: 'e', at: shop.clock.now().toISOString() } as VendorEvent,
      ]);
      await platform.services.channelHub.inbox.idle();
    }
    return write(workspace, actor, run);
  };
  await report(shop, [message({ content: 'Aceitam cachorro?' })]);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('a message that was taken back is neither answered nor read later', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await report(shop, [message({ content: asked })]);
  await report(shop, [deletion]);
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await shop.heard()).toEqual([]);
  expect(await turnsOf(shop)).toEqual([{ state: 'DROPPED', outcome: 'taken_back' }]);
  // "And on Sunday?" would ask for the car park if the message were still read.
  await report(shop, [message({ providerMessageId: 'm2', content: 'e isso?' })]);
  shop.clock.advance(3_000);
  await shop.settle();
  expect((await shop.heard()).join()).not.toContain('rua de trás');
});

test('a question that no agent could answer is not taught once it was taken back', async () => {
  const shop = await openFaqShop();
  await report(shop, [message({ content: 'Vocês fazem tatuagem de henna?' })]);
  const questions = () =>
    shop.shop.app.platform.database.read.selectFrom('reply_questions').select('question').execute();
  expect(await questions()).toHaveLength(1);
  await report(shop, [deletion]);
  expect(await questions()).toEqual([]);
});

test('a message that becomes a stop word opts out, and the agent stays silent', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await report(shop, [message({ content: 'sari' })]);
  await report(shop, [edit('SAIR')]);
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await optedOut(shop)).toBe(true);
  expect(await shop.heard()).toEqual([expect.stringContaining('não receberá mais nossas campanhas')]);
});

test('the answers of a form and the choice from a list are read as words, a place by its name', async () => {
  const shop = await openFaqShop();
  const choice = { title: asked, description: 'Carros e motos' };
  await report(shop, [message({ content: `${asked}\nCarros e motos`, enclosed: { choice } })]);
  expect((await shop.heard()).at(-1)).toContain('Sim, na rua de trás.');
  const answers = [{ name: 'Dúvida', value: 'Aceitam cachorro?' }];
  await report(shop, [
    message({ providerMessageId: 'm2', content: 'Dúvida: Aceitam cachorro?', enclosed: { answers } }),
  ]);
  expect((await shop.heard()).at(-1)).toContain('Sim, na varanda.');
  const place = { name: asked, address: null };
  await report(shop, [
    message({ providerMessageId: 'm3', type: 'LOCATION', content: 'geo:-23.5,-46.6', enclosed: { place } }),
  ]);
  expect((await shop.heard()).at(-1)).toContain('Sim, na rua de trás.');
});

test('a flow reads a choice by its title', async () => {
  const shop = await openFaqShop();
  const choices = [
    { value: 'p', label: 'Pequena' },
    { value: 'g', label: 'Grande' },
  ];
  const steps = [question('a', 'size', 'b', { kind: 'choice', choices }), say('b', 'Certo: {{size}}')];
  await launch(shop, keyword('oi'), steps);
  await report(shop, [message({ content: 'oi' })]);
  const choice = { title: 'Grande', description: 'Maior que a pequena' };
  await report(shop, [
    message({ providerMessageId: 'm2', content: 'Grande\nMaior que a pequena', enclosed: { choice } }),
  ]);
  expect((await shop.heard()).at(-1)).toBe('Certo: g');
});

test('the insights of a conversation contain neither a notice nor what was taken back', async () => {
  const shop = await openFaqShop();
  await report(shop, [message({ content: 'Vocês fazem tatuagem de henna?' })]);
  await report(shop, [deletion, message({ providerMessageId: 'm2', notice: poll })]);
  const { id } = await shop.conversation();
  const { body } = await shop.api.get(`/api/conversations/${id}/insights`);
  expect(JSON.stringify(body)).not.toMatch(/henna|SAIR|estacionamento/);
});
