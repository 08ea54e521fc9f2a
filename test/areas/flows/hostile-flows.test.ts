import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { must, openFlows, openShop, say, step } from './support.ts';

const regex = (...words: string[]) => ({ type: 'keyword', match: 'regex', words });
const faultsOf = ({ body }: { body: { errors: { field: string }[] } }) => body.errors.map(({ field }) => field);

test.each([
  ['repeats one after the other', Array(50).fill('(.{0,1000})'.repeat(15))],
  ['repeats within repeats', ['((a{1,30}){1,30})b']],
  ['an open repeat', ['a{600,}']],
  ['classes of Unicode', ['\\pL'.repeat(60)]],
  ['many patterns', Array.from({ length: 50 }, (_, index) => `pedido ${index}`.padEnd(20, 'x'))],
])('patterns that are too large by %s are rejected', async (_what, words) => {
  const { api, draft } = await openShop();
  const refused = await api.post('/api/flows', draft({ trigger: regex(...words) }));
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.trigger.words']]);
});

test.each([
  ['(?:\\d{3}\\.){2}\\d{3}-\\d{2}', 'meu cpf é 123.456.789-09'],
  ['pedido.{0,80}(?:hoje|amanh[aã])', 'quero o PEDIDO de pão para Amanhã'],
  ['^\\s*(?:oi|ol[aá])', 'Olá!'],
])('the pattern %s is accepted and matches', async (pattern, message) => {
  const { launch, says, heard } = await openFlows();
  await launch([say('a', 'Achou')], regex(pattern));
  await says('nada disso');
  await says(message);
  expect(await heard()).toEqual(['Achou']);
});

test('the patterns of all flows that are on are bounded together', async () => {
  const { api, draft, launch } = await openFlows();
  const large = (letter: string) => regex(`${letter}.{0,190}`, `${letter}.{0,190}y`);
  await launch([say('a', 'A')], large('a'));
  await launch([say('a', 'B')], large('b'));
  const path = await draft([say('a', 'C')], large('c'));
  const refused = await api.patch(`${path}/toggle`, { active: true });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'trigger.words', code: 'patterns_too_large' }] },
  });
  await must(api.patch(path, { trigger: { type: 'keyword', words: ['c'] } }));
  await must(api.patch(`${path}/toggle`, { active: true }));
});

test('the largest patterns terminate on the longest message, in a dry run and in a real run', async () => {
  const { api, launch, says, heard } = await openFlows();
  const path = await launch([say('a', 'Achou')], regex('[ab]*a[ab]{100}x', '(.{0,100}|y)*x', '(\\S{0,90}\\s?)*q'));
  const text = 'ab'.repeat(2_000);
  expect((await api.post(`${path}/test`, { messages: [text] })).body.triggered).toBe(false);
  await says(text);
  await says(`x${text}`);
  expect(await heard()).toEqual(['Achou']);
});

test('rejected flows leave nothing in memory, however many texts they have', async () => {
  const { api, draft } = await openShop();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const usedMb = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  const send = async (round: number) => {
    const steps = Array.from({ length: 100 }, (_, index) =>
      say(`s${index}`, `${round} ${index}${'{{a}}'.repeat(780)}`),
    );
    expect((await api.post('/api/flows', draft({ aiAgentId: 'nobody', steps }))).status).toBe(400);
  };
  await send(0);
  const before = usedMb();
  for (let round = 1; round <= 15; round++) await send(round);
  // Before the fix each round left more than 7 MB.
  expect(usedMb() - before).toBeLessThan(50);
}, 120_000);

test('texts that grow at each step end the run with a reason', async () => {
  const { api, draft } = await openFlows();
  const double = (id: string, next: string) => step(id, 'set', { values: { a: '{{a}}{{a}}{{a}}{{a}}x' } }, next);
  const grow = Array.from({ length: 20 }, (_, index) => double(`s${index}`, index === 19 ? 'end' : `s${index + 1}`));
  const path = await draft([...grow, say('end', '{{a}}')]);
  const { body } = await must(api.post(`${path}/test`, { messages: ['oi'] }));
  expect(body).toMatchObject({ state: 'FAILED', reason: { code: 'template' } });
  const wide = step(
    's',
    'set',
    { values: Object.fromEntries([...'abcdefgh'].map((name) => [name, 'x'.repeat(2_000)])) },
    't',
  );
  const copies = Array.from({ length: 6 }, (_, index) =>
    step(
      index === 0 ? 't' : `t${index}`,
      'set',
      { values: { [`copy${index}`]: '{{a}}'.repeat(20) } },
      index === 5 ? null : `t${index + 1}`,
    ),
  );
  const other = await draft([wide, ...copies]);
  const { body: ended } = await must(api.post(`${other}/test`, { messages: ['oi'] }));
  expect(ended).toMatchObject({ state: 'FAILED', reason: { code: 'too_much_text' } });
});

test('sections more than five deep are rejected with the field name', async () => {
  const { api, draft } = await openShop();
  const text = `${'{{#contact}}'.repeat(6)}x${'{{/contact}}'.repeat(6)}`;
  const refused = await api.post('/api/flows', draft({ steps: [say('a', text)] }));
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.steps[0].config.text']]);
  expect(refused.body.errors[0].message).toBe('has sections more than 5 deep');
});
