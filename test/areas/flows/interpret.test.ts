import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStructure } from '../../../server/areas/flows/edit/check-flow.ts';
import { beginRun, interpret } from '../../../server/areas/flows/runs/interpret.ts';
import { type Facts, type Input, isOpen, mostSteps, type Run } from '../../../server/areas/flows/runs/run.ts';
import { compareValues } from '../../../server/areas/flows/steps/compare-values.ts';
import { parseAnswer, pickOption, readNumber } from '../../../server/areas/flows/steps/parse-answer.ts';
import { renderText, toView } from '../../../server/areas/flows/steps/render-text.ts';
import { Step } from '../../../server/areas/flows/steps/step.schemas.ts';
import { nodeOf } from '../../../server/areas/flows/steps/step-traits.ts';
import { templateFault } from '../../../server/platform/text/text-template.ts';

const facts: Facts = {
  now: '2026-11-21T12:00:00.000Z',
  timezone: 'America/Sao_Paulo',
  country: 'BR',
  language: 'pt',
  shopName: 'Loja',
  contact: { id: 'ct_1', username: '', name: 'Ana', phone: '+5511987654321', email: '', tags: [] },
  isOpen: true,
};

const ids = ['a', 'b', 'c', 'd', 'e'];
const target = fc.constantFrom(null, ...ids);

/** Arbitrary steps, valid together or not: messages, questions, branches, waits and jumps. */
const anySteps = fc.tuple(
  ...ids.map((id) =>
    fc.oneof(
      target.map((next) => Step.parse({ id, type: 'message', config: { text: 'x' }, next })),
      target.map((next) => Step.parse({ id, type: 'set', config: { values: { v: '1' } }, next })),
      target.map((next) => Step.parse({ id, type: 'wait', config: { seconds: 5 }, next })),
      target.map((next) => Step.parse({ id, type: 'http', config: { url: 'https://example.com' }, next })),
      fc
        .tuple(target, target)
        .map(([next, onInvalid]) =>
          Step.parse({ id, type: 'ask', config: { text: '?', variable: 'v', kind: 'number', onInvalid }, next }),
        ),
      fc.tuple(target, target).map(([next, other]) => {
        const conditions = [{ type: 'variable', name: 'v', operator: 'is_set' }];
        return Step.parse({ id, type: 'branch', config: { branches: [{ conditions, next: other }] }, next });
      }),
    ),
  ),
);

const nextInput = (run: Run, effects: string[], answer: string): Input => {
  if (effects.includes('http')) return { kind: 'done' };
  if (run.state === 'WAITING_ANSWER') return { kind: 'answer', text: answer };
  return run.state === 'WAITING_TIME' ? { kind: 'due' } : { kind: 'go' };
};

describe('the interpreter, for any steps and answers', () => {
  test('ends every run within the step limit, and an ended run has no due time', () => {
    fc.assert(
      fc.property(anySteps, fc.infiniteStream(fc.constantFrom('1', 'x', '')), (steps, answers) => {
        const byId = new Map(steps.map((entry) => [entry.id, entry]));
        let run = beginRun('a', {});
        let effects: string[] = [];
        for (let turns = 0; isOpen(run.state); turns++) {
          expect(turns).toBeLessThan(mostSteps * 8);
          const turn = interpret(byId, run, nextInput(run, effects, answers.next().value as string), facts);
          effects = turn.effects.map(({ kind }) => kind);
          expect(turn.run.dueAt === null).toBe(!turn.run.state.startsWith('WAITING'));
          run = turn.run;
        }
        expect(run.stepCount).toBeLessThanOrEqual(mostSteps);
        expect(run.reason === null).toBe(run.state === 'COMPLETED');
      }),
      { numRuns: 200 },
    );
  });

  test('performs a bounded number of steps between two pauses if no loop lacks a pause', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        fc.pre(checkStructure(steps.map(nodeOf)).every(({ code }) => code !== 'endless_loop'));
        const byId = new Map(steps.map((entry) => [entry.id, entry]));
        let run = beginRun('a', {});
        let effects: string[] = [];
        let restless = 0;
        for (let turns = 0; isOpen(run.state) && turns < 300; turns++) {
          const turn = interpret(byId, run, nextInput(run, effects, '1'), facts);
          restless = turn.run.state.startsWith('WAITING') ? 0 : restless + 1;
          expect(restless).toBeLessThanOrEqual(2 * ids.length + 1);
          effects = turn.effects.map(({ kind }) => kind);
          run = turn.run;
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('an accepted text renders with any values, and values are never parsed as templates', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, value) => {
      fc.pre(templateFault(text) === null);
      expect(typeof renderText(text, toView({ x: value }, {}))).toBe('string');
      expect(renderText('<{{x}}>', toView({ x: value }, {}))).toBe(`<${value}>`);
    }),
  );
  for (const name of ['constructor', '__proto__', 'toString', 'contact.constructor', 'x.length.constructor']) {
    expect(renderText(`[{{${name}}}]`, toView({ x: 'v' }, { contact: { name: 'Ana' } }))).toBe('[]');
  }
});

test.each<[string, number | null]>([
  ['12', 12],
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234.567', 1_234_567],
  ['-3', -3],
  ['12.', 12],
  ['', null],
  ['abc', null],
])('%j is read as the number %j', (text, value) => expect(readNumber(text)).toBe(value));

test.each<[string, number | null]>([
  ['2', 1],
  ['opção 2', 1],
  ['a Pequena', 0],
  ['media', 1],
  ['pequena ou grande', null],
  ['4', null],
  ['', null],
])('%j picks option %j', (text, index) => {
  expect(pickOption(text, [['Pequena'], ['Média'], ['Grande']])).toBe(index);
});

test.each(['constructor', '__proto__', 'toString'])('%s is not a day', (text) =>
  expect(parseAnswer({ kind: 'date' }, text, facts)).toBeNull(),
);

test('parsing an answer never throws and returns a value of the requested kind', () => {
  const kinds = ['text', 'number', 'email', 'phone', 'date', 'choice'] as const;
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.string(), (kind, text) => {
      const value = parseAnswer({ kind, choices: [{ value: 'a' }, { value: 'b' }] }, text, facts);
      if (value === null) return;
      if (kind === 'choice') expect(['a', 'b']).toContain(value);
      if (kind === 'number') expect(Number.isFinite(Number(value))).toBe(true);
      if (kind === 'date') expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }),
  );
});

test.each<[string, Parameters<typeof compareValues>[1], string, boolean]>([
  ['São Paulo', 'equals', 'sao paulo', true],
  ['10', 'greater_than', '9', true],
  ['10,5', 'less_than', '10.6', true],
  ['', 'less_than', '5', false],
  ['1.0', 'equals', '1', true],
  ['abc', 'not_equals', 'abd', true],
  ['Rua das Flores', 'contains', 'FLÓR', true],
  [' ', 'is_empty', '', true],
])('%j %s %j is %s', (one, operator, other, holds) => expect(compareValues(one, operator, other)).toBe(holds));
