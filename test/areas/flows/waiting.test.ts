import { describe, expect, test } from 'vitest';
import { minuteMs, openFlows, question, say, step } from './support.ts';

describe('an ask step', () => {
  test.each<[string, object, string, string]>([
    ['text', {}, ' Rua A, 1 ', 'Rua A, 1'],
    ['number', { kind: 'number' }, 'quero 2,5 kg', '2.5'],
    ['number', { kind: 'number' }, '1.234,50', '1234.5'],
    ['email', { kind: 'email' }, 'é maria@example.com, ok?', 'maria@example.com'],
    ['phone', { kind: 'phone' }, '(21) 99876-5432', '+5521998765432'],
    ['date', { kind: 'date' }, 'amanhã', '2026-11-22'],
    ['date', { kind: 'date' }, 'dia 3/2', '2027-02-03'],
    ['date', { kind: 'date' }, '25/12/26', '2026-12-25'],
    [
      'choice',
      {
        kind: 'choice',
        choices: [
          { value: 'p', label: 'Pequena' },
          { value: 'g', label: 'Grande' },
        ],
      },
      'a grande',
      'g',
    ],
    [
      'choice',
      {
        kind: 'choice',
        choices: [
          { value: 'p', label: 'Pequena' },
          { value: 'g', label: 'Grande' },
        ],
      },
      '1',
      'p',
    ],
  ])('reads an answer of the kind %s', async (_kind, config, answer, value) => {
    const { launch, says, runs } = await openFlows();
    const path = await launch([question('a', 'it', null, config)]);
    await says('oi');
    await says(answer);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED', variables: { it: value } }]);
  });

  test('repeats the question `retries` times, then goes to onInvalid', async () => {
    const { launch, says, heard, runs } = await openFlows();
    const more = { kind: 'email', retries: 1, retryText: 'Hm?', onInvalid: 'z' };
    const path = await launch([question('a', 'mail', null, more), say('z', 'Deixa para lá')]);
    await says('oi');
    await says('nada');
    await says('nada mesmo');
    expect(await heard()).toEqual(['mail?', 'Hm?\n\nmail?', 'Deixa para lá']);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  });

  test('without onInvalid ends the run as FAILED when no answer fits', async () => {
    const { launch, says, runs } = await openFlows();
    const path = await launch([question('a', 'mail', null, { kind: 'email', retries: 0 })]);
    await says('oi');
    await says('nada');
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', stepId: 'a', reason: { code: 'no_valid_answer' } }]);
  });

  test('continues after its timeout, and without a timeout expires after 24 hours', async () => {
    const { launch, says, heard, runs, pass } = await openFlows();
    const path = await launch([question('a', 'x', null, { timeoutMinutes: 30, onTimeout: 'b' }), question('b', 'y')]);
    await says('oi');
    await pass(30 * minuteMs - 1_000);
    expect(await heard()).toEqual(['x?']);
    await pass(1_000);
    expect(await heard()).toEqual(['x?', 'y?']);
    await pass(24 * 60 * minuteMs - 1_000);
    expect(await runs(path)).toMatchObject([{ state: 'WAITING_ANSWER' }]);
    await pass(1_000);
    expect(await runs(path)).toMatchObject([
      { state: 'EXPIRED', stepId: 'b', reason: { code: 'no_answer' }, dueAt: null },
    ]);
    await says('tarde');
    expect(await heard()).toHaveLength(2);
  });
});

describe('a wait step', () => {
  test.each<[string, object, number]>([
    ['a duration', { seconds: 3_600 }, 60],
    ['a time of day', { until: '10:30' }, 90],
    ['a time of day of tomorrow', { until: '08:00' }, 23 * 60],
    ['a local time', { until: '2026-11-21T09:15' }, 15],
    ['a moment with an offset', { until: '2026-11-21T12:20:00Z' }, 20],
  ])('waits for %s, to the minute', async (_title, config, minutes) => {
    const { launch, says, heard, runs, pass } = await openFlows();
    const path = await launch([step('w', 'wait', config, 'a'), say('a', 'Agora')]);
    await says('oi');
    expect(await runs(path)).toMatchObject([{ state: 'WAITING_TIME' }]);
    await pass(minutes * minuteMs - 1_000);
    expect(await heard()).toEqual([]);
    await pass(1_000);
    expect(await heard()).toEqual(['Agora']);
  });

  test('does not wait for a moment in the past, and fails on an invalid one', async () => {
    const { launch, says, heard, runs } = await openFlows();
    const path = await launch([
      question('q', 'at', 'w'),
      step('w', 'wait', { until: '{{at}}' }, 'a'),
      say('a', 'Agora'),
    ]);
    await says('oi');
    await says('2020-01-01T00:00');
    expect(await heard()).toEqual(['at?', 'Agora']);
    await says('oi');
    await says('um dia');
    expect(await runs(path)).toMatchObject([
      { state: 'COMPLETED' },
      { state: 'FAILED', reason: { code: 'invalid_moment' } },
    ]);
  });
});
