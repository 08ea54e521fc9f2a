import { describe, expect, test } from 'vitest';
import { failed, keyword, openFlows, question, say, step } from './support.ts';

const openCloud = () => openFlows({ provider: 'CLOUD_API' });
const link = 'https://example.com/menu.jpg';
const options = Array.from({ length: 20 }, (_, index) => ({ value: `v${index}`, label: 'x'.repeat(100) }));
const long = {
  caption: step('a', 'message', { text: `Oi {{contact.name}}${'x'.repeat(1_022)}`, mediaUrl: link }),
  choices: question('a', 'size', null, {
    text: 'x'.repeat(2_000),
    kind: 'choice',
    choices: options,
    retryText: 'x'.repeat(3),
  }),
  request: question('a', 'phone', null, { text: 'x'.repeat(1_000), kind: 'own_phone', retryText: 'x'.repeat(30) }),
};

describe('a flow whose text is longer than its channel accepts', () => {
  test.each([
    ['a caption', long.caption, 1_024, 1_025],
    ['a repeated question with its choices', long.choices, 4_096, 4_097],
    ['a repeated question for the number', long.request, 1_024, 1_032],
  ])('in %s cannot be turned on', async (_name, first, limit, length) => {
    const { api, draft } = await openCloud();
    const path = await draft([first]);
    const refused = await api.patch(`${path}/toggle`, { active: true });
    const fault = `${length} characters, and at most ${limit} can be sent`;
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'steps[0].config', code: 'too_long', message: expect.stringContaining(fault) }] },
    });
  });

  test('is turned on for a QR channel, which accepts it', async () => {
    const { api, draft } = await openFlows({ provider: '<QR_PROVIDER>' });
    for (const first of Object.values(long)) {
      expect((await api.patch(`${await draft([first])}/toggle`, { active: true })).status).toBe(200);
    }
  });
});

describe('a run whose text becomes too long', () => {
  const grow = [step('a', 'set', { values: { big: 'x'.repeat(2_000) } }, 'b'), say('b', '{{big}} {{big}} {{big}}')];

  test('ends with the reason, and a person takes over the customer who waits', async () => {
    const { api, launch, says, heard, runs, conversationId } = await openCloud();
    const path = await launch(grow, keyword('menu'));
    await says('menu');
    expect(await heard()).toEqual([failed]);
    const [run] = await runs(path);
    const reason = { code: 'too_long', message: expect.stringContaining('6002 characters, and at most 4096') };
    expect(run).toMatchObject({ state: 'FAILED', reason });
    const conversation = (await api.get(`/api/conversations/${await conversationId()}`)).body;
    expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FLOW_FAILED' });
  });

  test('calls a person, too, if the customer has not asked for anything', async () => {
    const { api, launch, says, heard, runs, conversationId, rest } = await openCloud();
    const path = await launch(grow, { type: 'manual', variables: [] });
    await says('oi');
    const id = await conversationId();
    await api.post(`/api/conversations/${id}/messages`, { content: 'Olá!' });
    await rest();
    await api.patch(`/api/conversations/${id}`, { status: 'ACTIVE' });
    const started = await api.post(`${path}/runs`, { conversationId: id });
    expect(started.status).toBeLessThan(300);
    await rest();
    expect((await runs(path))[0]).toMatchObject({ state: 'FAILED', reason: { code: 'too_long' } });
    expect(await heard()).toEqual(['Olá!']);
    const conversation = (await api.get(`/api/conversations/${id}`)).body;
    expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FLOW_FAILED' });
  });
});
