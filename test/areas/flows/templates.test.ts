import { describe, expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { maria, must, openFlows } from './support.ts';

/** What a customer writes to walk through each ready-made flow in any language, and the state in which it ends. */
const walks: Record<string, string[]> = {
  greeting: ['hi', '1', '1', '2', '2'],
  order: ['1', '2', '1', 'Main Street 5', '2'],
  booking: ['1', '1'],
  outsideHours: ['Two pizzas, please'],
  questions: ['2', '2'],
  deliveryStatus: [],
  satisfaction: ['5'],
  quote: ['1'],
  lead: ['Maria', 'maria@example.com', 'A cake'],
  handover: ['A complaint', '42'],
};

interface Template {
  key: string;
  name: string;
  trigger: { type: string; words?: string[] };
  steps: object[];
  needs: { path: (string | number)[]; stepId: string; hint: string }[];
}

describe.each(['pt', 'en', 'es'])('the ready-made flows in %s', (language) => {
  test('can be created, have no fault but what a shop fills in, and play to their end', async () => {
    // The clock is on a Saturday.
    const businessHours = { timezone: 'America/Sao_Paulo', days: { mon: [{ from: '09:00', to: '10:00' }] } };
    const { api, agentId, shop } = await openFlows({ agent: { language, businessHours } });
    const owner = await signIn(shop);
    const { body } = await must(owner.get(`/owner/flow-templates?language=${language}`));
    expect(body.data.map(({ key }: Template) => key)).toEqual(Object.keys(walks));
    for (const { key, name, trigger, steps, needs } of body.data as Template[]) {
      const draft = { aiAgentId: agentId, name, trigger, steps };
      const { body: flow } = await must(api.post('/api/flows', draft));
      const { body: checked } = await must(owner.post('/owner/flows/check', { aiAgentId: agentId, trigger, steps }));
      const faults = checked.faults.map(({ code, path }: { code: string; path: unknown[] }) => [code, path]);
      expect(faults, key).toEqual(needs.map(({ path }) => ['to_fill', path]));
      const opening = trigger.type === 'keyword' ? [trigger.words?.[0] ?? ''] : [];
      const variables = { 'event.status': 'OUT_FOR_DELIVERY', 'event.number': '7' };
      const messages = [...opening, ...(walks[key] ?? [])];
      if (key === 'order') expect(JSON.stringify(steps)).toMatch(/R\$\s?\{\{orderTotal\}\}|\{\{orderTotal\}\}\s?R\$/);
      const { body: played } = await must(api.post(`/api/flows/${flow.id}/test`, { messages, variables }));
      expect(played, key).toMatchObject({ triggered: true, state: 'COMPLETED', problems: [] });
    }
  });
});

test('a ready-made flow runs: who writes first while the shop is closed leaves a message, and is tagged', async () => {
  const businessHours = { timezone: 'America/Sao_Paulo', days: { mon: [{ from: '09:00', to: '10:00' }] } };
  const { api, launch, says, heard, runs, pass, shop } = await openFlows({ agent: { businessHours } });
  const owner = await signIn(shop);
  const { body } = await must(owner.get('/owner/flow-templates?language=en'));
  const { trigger, steps } = body.data.find(({ key }: Template) => key === 'outsideHours');
  const path = await launch(steps, trigger);
  await says('Hello?');
  expect(await heard()).toEqual([expect.stringContaining('We are closed now.')]);
  await pass(60_000);
  await says('Two pizzas for Monday, please');
  expect((await heard()).at(-1)).toBe('Noted. We will answer as soon as we open.');
  const { body: people } = await must(api.get('/api/contacts?tag=outside%20hours'));
  expect(people.data).toMatchObject([{ phone: maria }]);
  // On Monday at nine it is open: nothing is said.
  await pass(Date.parse('2026-11-23T12:00:00.000Z') - Date.parse('2026-11-21T12:01:00.000Z'));
  await says('Hello', '+5511944444444');
  expect(await heard('+5511944444444')).toEqual([]);
  expect((await runs(path)).map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED']);
});

test('a ready-made flow runs: a delivered order is graded and thanked for', async () => {
  const { api, agentId, launch, says, heard, pass, shop } = await openFlows();
  const owner = await signIn(shop);
  const { body } = await must(owner.get('/owner/flow-templates?language=en'));
  const { trigger, steps } = body.data.find(({ key }: Template) => key === 'satisfaction');
  await launch(steps, trigger);
  await says('Hello');
  const items = [{ name: 'Pizza', quantity: 1, unitPrice: 40 }];
  const order = {
    aiAgentId: agentId,
    clientName: 'Maria',
    clientPhone: maria,
    items,
    total: 40,
    paymentStatus: 'PAID',
  };
  const { body: placed } = await must(api.post('/api/orders', order));
  await must(api.patch(`/api/orders/${placed.id}`, { status: 'COMPLETED' }));
  await pass(60_000);
  expect(await heard()).not.toContain('From 1 to 5, how was your order?');
  await pass(3_600_000);
  await says('4');
  expect((await heard()).at(-1)).toContain('Glad you liked it!');
});
