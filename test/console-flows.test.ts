import { expect, test } from 'vitest';
import { copySteps, pasteSteps, readCopied } from '../renderer/screens/flows/draft/copied-steps.ts';
import { type Draft, findStep, type Step, type StepType, triggerId } from '../renderer/screens/flows/draft/draft.ts';
import {
  branchByAnswer,
  connect,
  insertSteps,
  moveDown,
  moveUp,
  removeSteps,
  spotAfter,
} from '../renderer/screens/flows/draft/edit-draft.ts';
import { exitsOf, readExit } from '../renderer/screens/flows/draft/exits.ts';
import { begin, change, redo, undo } from '../renderer/screens/flows/draft/history.ts';
import { newStep } from '../renderer/screens/flows/draft/new-step.ts';
import { linesOf } from '../renderer/screens/flows/draft/outline.ts';
import { completeName, typedName, variablesOf } from '../renderer/screens/flows/draft/variables.ts';
import { readAt, writeAt } from '../renderer/screens/flows/forms/value-path.ts';
import { Step as StepSchema } from '../server/areas/flows/steps/step.schemas.ts';
import { exitsOf as serverExits } from '../server/areas/flows/steps/step-traits.ts';

const say = (id: string, next: string | null = null): Step => ({ id, type: 'message', config: { text: id }, next });
const ask = (id: string, next: string | null, config: object = {}): Step => ({
  id,
  type: 'ask',
  config: { text: id, variable: 'answer', kind: 'text', retries: 2, onTimeout: null, onInvalid: null, ...config },
  next,
});
const draftOf = (...steps: Step[]): Draft => ({ trigger: { type: 'first_message' }, steps, places: {} });

/** Each step with the step that follows it. */
const chain = ({ steps }: Draft): string[] => steps.map(({ id, next }) => (next === null ? id : `${id} > ${next}`));

const kinds: StepType[] = [
  ...(['message', 'ask', 'branch', 'wait', 'set', 'tag', 'conversation_stage', 'crm_card', 'lead'] as const),
  ...(['order', 'appointment', 'http', 'agent', 'handoff', 'go_to', 'end'] as const),
];

test.each(kinds)('a new step of the kind %s has the exits that the server knows', (type) => {
  expect(kinds.length).toBe(StepSchema.options.length);
  const step = newStep(draftOf(), type);
  const ours = exitsOf(step).map(({ field, to }) => ({ field, to }));
  // A jump without a step is an empty field.
  const theirs = serverExits(step as never).map(({ field, to }) => ({ field, to: to || null }));
  expect(ours).toEqual(theirs);
});

test('a step is inserted between two, at the start, and at a way beside the usual one', () => {
  const draft = draftOf(ask('a', 'b'), say('b'));
  expect(chain(insertSteps(draft, [say('x')], spotAfter(draft, 'a')))).toEqual(['a > x', 'b', 'x > b']);
  expect(chain(insertSteps(draft, [say('x')], spotAfter(draft, triggerId)))).toEqual(['x > a', 'a > b', 'b']);
  const beside = insertSteps(draft, [say('x')], { stepId: 'a', field: 'config.onInvalid' });
  expect(findStep(beside, 'a')?.config.onInvalid).toBe('x');
  expect(chain(beside)).toEqual(['a > b', 'b', 'x']);
});

test('what led to a removed step leads to what followed it, also from the start and in a loop', () => {
  const draft = draftOf(ask('a', 'b', { onInvalid: 'c' }), say('b', 'c'), say('c', 'd'), say('d'));
  const removed = removeSteps(draft, ['b', 'c']);
  expect(chain(removed)).toEqual(['a > d', 'd']);
  expect(findStep(removed, 'a')?.config.onInvalid).toBe('d');
  expect(chain(removeSteps(draft, ['a']))).toEqual(['b > c', 'c > d', 'd']);
  const loop = draftOf(say('start', 'a'), say('a', 'b'), say('b', 'a'));
  expect(chain(removeSteps(loop, ['a', 'b']))).toEqual(['start']);
  expect(removeSteps(draft, ['a', 'b', 'c', 'd']).steps).toEqual([]);
});

test('a step changes places with the one before or after it, and the first one remains the beginning', () => {
  const draft = draftOf(say('a', 'b'), say('b', 'c'), say('c'));
  const moved = moveUp(draft, 'b') as Draft;
  expect(chain(moved)).toEqual(['b > a', 'a > c', 'c']);
  expect(chain(moveDown(moved, 'b') as Draft)).toEqual(['a > b', 'b > c', 'c']);
  expect(moveUp(draft, 'a')).toBeNull();
  expect(moveDown(draft, 'c')).toBeNull();
});

test('a question with choices gets a way for each of them', () => {
  const question = ask('a', 'b', { kind: 'choice', choices: [{ value: 'Yes' }, { value: 'No' }] });
  const draft = connect(
    branchByAnswer(draftOf(question, say('b')), 'a', 'ways'),
    { stepId: 'ways', field: 'config.branches[1].next' },
    'b',
  );
  const ways = findStep(draft, 'ways') as Step;
  expect(findStep(draft, 'a')?.next).toBe('ways');
  expect(exitsOf(ways).map(({ name, to }) => [name, to])).toEqual([
    ['branch', null],
    ['branch', 'b'],
    ['otherwise', 'b'],
  ]);
  expect(readExit(ways, 'config.branches[1].next')).toBe('b');
  expect(StepSchema.safeParse(ways).success).toBe(true);
});

test('copies get ids of their own, keep the links among them, and another flow gets no links to what it lacks', () => {
  const draft = draftOf(say('a', 'b'), ask('b', 'c', { onInvalid: 'end' }), say('c'), say('end'));
  const copied = readCopied(JSON.stringify(copySteps(draft, 'flow_1', ['a', 'b'])));
  if (!copied) throw new Error('Nothing was copied');
  const same = pasteSteps(draft, 'flow_1', copied, 'c');
  expect(chain(same.draft).slice(2)).toEqual(['c > message-1', 'end', 'message-1 > ask-1', 'ask-1']);
  expect(findStep(same.draft, 'ask-1')?.config.onInvalid).toBe('end');
  const other = pasteSteps(draftOf(), 'flow_2', copied, null);
  expect(chain(other.draft)).toEqual(['a > b', 'b']);
  expect(findStep(other.draft, 'b')?.config.onInvalid).toBeNull();
  for (const text of ['', '{}', 'null', '{"format":"frontdesk-steps","steps":[{"id":1}]}', 'hello']) {
    expect(readCopied(text)).toBeNull();
  }
});

test('changes of one field in a row are undone together, others one by one, and all can be redone', () => {
  const [one, two, three, four] = [draftOf(say('a')), draftOf(say('b')), draftOf(say('c')), draftOf(say('d'))];
  let history = begin(one as Draft);
  history = change(history, two as Draft, 'text');
  history = change(history, three as Draft, 'text');
  history = change(history, four as Draft);
  history = undo(history);
  expect(history.present).toBe(three);
  history = undo(history);
  expect(history.present).toBe(one);
  expect(undo(history).present).toBe(one);
  expect(redo(redo(history)).present).toBe(four);
  expect(change(history, two as Draft).future).toEqual([]);
});

test('the outline keeps the usual way on one level, puts other ways below it, and shows each step once', () => {
  const branch: Step = {
    id: 'ways',
    type: 'branch',
    config: { branches: [{ match: 'all', conditions: [], next: 'left' }] },
    next: 'end',
  };
  const draft = draftOf(
    ask('a', 'ways', { onInvalid: 'end' }),
    branch,
    say('left', 'end'),
    say('end', 'a'),
    say('loose'),
  );
  const lines = linesOf(draft).map(({ kind, key, level }) => `${' '.repeat(level - 1)}${kind} ${key}`);
  expect(lines).toEqual([
    'trigger @trigger',
    'step a',
    ' exit a|config.onInvalid',
    '  jump a|config.onInvalid>',
    'step ways',
    ' exit ways|config.branches[0].next',
    '  step left',
    '  jump left|next>',
    ' exit ways|next',
    'step end',
    'jump end|next>',
    'step loose',
  ]);
});

test('a name is offered after two braces and completed in its place', () => {
  expect(typedName('Hi {{con')).toBe('con');
  expect(typedName('Hi {{')).toBe('');
  expect(typedName('Hi {{name}} and')).toBeNull();
  expect(completeName('Hi {{con!', 8, 'contact.name')).toEqual({ text: 'Hi {{contact.name}}!', caret: 19 });
  expect(completeName('Hi {{con}}!', 8, 'contact.name').text).toBe('Hi {{contact.name}}!');
  expect(variablesOf(draftOf(ask('a', null)))[0]).toBe('answer');
});

test('a field is read and written by the path that the server names', () => {
  const value = { config: { items: [{ name: 'a' }, { name: 'b' }] } };
  const path = 'config.items[1].name';
  expect(readAt(value, path)).toBe('b');
  expect(writeAt(value, path, 'c')).toEqual({ config: { items: [{ name: 'a' }, { name: 'c' }] } });
  expect(writeAt(value, path, undefined)).toEqual({ config: { items: [{ name: 'a' }, {}] } });
  expect(writeAt(value, 'config.items', undefined)).toEqual({ config: {} });
  expect(value.config.items[1]?.name).toBe('b');
});
