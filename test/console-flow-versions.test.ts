import { expect, test } from 'vitest';
import type { Step, Trigger } from '../renderer/screens/flows/draft/draft.ts';
import { compareVersions, countChanges } from '../renderer/screens/flows/versions/compare-versions.ts';

const say = (id: string, text: string, next: string | null = null): Step => ({
  id,
  type: 'message',
  config: { text },
  next,
});
const trigger = (...words: string[]): Trigger => ({ type: 'keyword', match: 'contains', words });

test('two versions of the same content do not differ, whatever the order of their fields', () => {
  const wait: Step = { id: 'w', type: 'wait', config: { seconds: 5, until: undefined }, next: null };
  const same: Step = { next: null, config: { seconds: 5 }, type: 'wait', id: 'w' };
  const words: Trigger = { words: ['hi'], match: 'contains', type: 'keyword' };
  const comparison = compareVersions({ trigger: trigger('hi'), steps: [wait] }, { trigger: words, steps: [same] });
  expect(countChanges(comparison)).toBe(0);
});

test('steps that were added, removed and changed are told with their fields, and a new beginning', () => {
  const before = { trigger: trigger('hi'), steps: [say('a', 'Hello', 'b'), say('b', 'Bye')] };
  const after = { trigger: trigger('hi', 'hello'), steps: [say('c', 'New', 'a'), say('a', 'Good evening')] };
  const comparison = compareVersions(before, after);
  expect(comparison).toEqual({
    trigger: [{ field: 'words', before: ['hi'], after: ['hi', 'hello'] }],
    added: [after.steps[0]],
    removed: [before.steps[1]],
    changed: [
      {
        step: after.steps[1],
        fields: [
          { field: 'text', before: 'Hello', after: 'Good evening' },
          { field: 'next', before: 'b', after: null },
        ],
      },
    ],
    first: after.steps[0],
  });
  expect(countChanges(comparison)).toBe(5);
});

test('a step whose kind changed is the same step with other fields', () => {
  const asked: Step = { id: 'a', type: 'ask', config: { text: 'How?', variable: 'how' }, next: null };
  const { changed } = compareVersions(
    { trigger: trigger('hi'), steps: [say('a', 'How?')] },
    { trigger: trigger('hi'), steps: [asked] },
  );
  expect(changed[0]?.fields.map(({ field }) => field)).toEqual(['type', 'variable']);
});
