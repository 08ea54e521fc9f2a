import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

/** A draft of an agent, tried in one conversation. */
async function openTrial(fields: object) {
  const shop = await startApp({ clock: new ManualClock('2026-11-21T12:00:00.000Z') });
  const owner = await signIn(shop);
  const id = await makeAgent(shop.api, { language: 'en', ...fields });
  const lines: object[] = [];
  const say = async (text: string) => {
    lines.push({ from: 'CUSTOMER', text });
    const { status, body } = await owner.post(`/owner/agents/${id}/try`, { lines });
    if (status !== 200) throw new Error(JSON.stringify(body));
    lines.push({ from: 'AGENT', text: body.text ?? '', isMiss: body.isMiss, toldClosed: body.toldClosed });
    return body;
  };
  return { ...shop, owner, id, say };
}

test('a draft is tried in a conversation of which nothing is sent or stored', async () => {
  const faqs = [{ question: 'Do you deliver?', answer: 'Yes, we deliver everywhere in town.' }];
  const agent = { greetingMessage: 'Hi, I am Bia.', faqs, behavior: { handoffAfterMisses: 2 } };
  const { api, say } = await openTrial(agent);
  const first = await say('Do you deliver?');
  expect(first).toMatchObject({
    kind: 'reply',
    isMiss: false,
    trace: { sources: [{ kind: 'faq' }, { kind: 'greeting' }] },
  });
  expect(first.text).toBe('Hi, I am Bia.\n\nYes, we deliver everywhere in town.');
  // It greets once, and counts the questions in a row that it could not answer.
  expect((await say('do you deliver')).text).toBe('Yes, we deliver everywhere in town.');
  expect(await say('Which horse won yesterday?')).toMatchObject({ kind: 'fallback', isMiss: true });
  const last = await say('And what is the capital of Peru?');
  expect(last).toMatchObject({ kind: 'handoff', reason: 'misses' });
  expect(last.summary).toContain('capital of Peru');
  expect((await api.get('/api/conversations')).body.data).toEqual([]);
});

test('an agent that is tried says once that the shop is closed', async () => {
  const businessHours = { timezone: 'America/Sao_Paulo', days: { mon: [{ from: '09:00', to: '10:00' }] } };
  const { say } = await openTrial({ businessHours, outOfHoursMessage: 'We are closed.' });
  expect(await say('Hello')).toMatchObject({ text: 'We are closed.', toldClosed: true });
  const second = await say('Hello again');
  expect(second.toldClosed).toBe(false);
  expect(second.text).not.toContain('closed');
});

test('only owners try agents, and a conversation ends with the customer', async () => {
  const { owner, id } = await openTrial({});
  const lines = [{ from: 'AGENT', text: 'Hi', isMiss: false, toldClosed: false }];
  expect(faultsOf(await owner.post(`/owner/agents/${id}/try`, { lines }))).toEqual(['body.lines']);
  const { client } = await addPerson(owner, 'Ana');
  const asked = { lines: [{ from: 'CUSTOMER', text: 'Hi' }] };
  expect((await client.post(`/owner/agents/${id}/try`, asked)).status).toBe(403);
  expect((await owner.post('/owner/agents/agent_none/try', asked)).status).toBe(404);
});
