import { describe, expect, test } from 'vitest';
import { Step } from '../../../server/areas/flows/steps/step.schemas.ts';
import { Trigger } from '../../../server/areas/flows/triggers/trigger.schemas.ts';
import { bodySchema, describedAt, resolve, type Schema } from '../../support/contract/contract.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { openShop, say } from './support.ts';

describe('creating a flow rejects an invalid shape and names the field', () => {
  const step = (type: string, config: object, more: object = {}) => ({ steps: [{ id: 'a', type, config, ...more }] });
  const fourth = (type: string, config: object) => ({
    steps: [say('a', 'A'), say('b', 'B'), say('c', 'C'), { id: 'd', type, config }],
  });
  test.each<[string, object, string[]]>([
    ['an http URL of another scheme', fourth('http', { url: 'ftp://x' }), ['body.steps[3].config.url']],
    ['an http host from a variable', fourth('http', { url: 'https://{{host}}/x' }), ['body.steps[3].config.url']],
    ['a password in an http URL', step('http', { url: 'https://a:b@example.com' }), ['body.steps[0].config.url']],
    [
      'a body with a partial',
      step('http', { url: 'https://example.com', body: { a: ['{{>x}}'] } }),
      ['body.steps[0].config.body'],
    ],
    [
      'a map path that is not a JSON pointer',
      step('http', { url: 'https://example.com', map: [{ variable: 'x', path: 'a.b' }] }),
      ['body.steps[0].config.map[0].path'],
    ],
    ['an unknown step type', step('eval', {}), ['body.steps[0].type']],
    ['an unknown field of a step', step('message', { text: 'x' }, { code: 1 }), ['body.steps[0].code']],
    ['an unknown field of a config', step('message', { text: 'x', js: '1' }), ['body.steps[0].config.js']],
    ['an empty message', step('message', {}), ['body.steps[0].config.text']],
    [
      'a message with text and template',
      step('message', { text: 'x', template: { name: 'a', language: 'pt_BR' } }),
      ['body.steps[0].config.template'],
    ],
    ['a text that does not parse', step('message', { text: 'Oi {{name' }), ['body.steps[0].config.text']],
    ['a text with a partial', step('message', { text: '{{>other}}' }), ['body.steps[0].config.text']],
    ['a text with other delimiters', step('message', { text: '{{=<% %>=}}' }), ['body.steps[0].config.text']],
    ['an ask without variable', step('ask', { text: 'x' }), ['body.steps[0].config.variable']],
    [
      'an ask with a reserved variable name',
      step('ask', { text: 'x', variable: 'contact' }),
      ['body.steps[0].config.variable'],
    ],
    [
      'a choice without choices',
      step('ask', { text: 'x', variable: 'a', kind: 'choice' }),
      ['body.steps[0].config.choices'],
    ],
    [
      'choices for another kind',
      step('ask', { text: 'x', variable: 'a', choices: [{ value: '1' }, { value: '2' }] }),
      ['body.steps[0].config.choices'],
    ],
    [
      'a timeout that is too long',
      step('ask', { text: 'x', variable: 'a', timeoutMinutes: 1_441 }),
      ['body.steps[0].config.timeoutMinutes'],
    ],
    [
      'a branch without conditions',
      step('branch', { branches: [{ conditions: [], next: null }] }),
      ['body.steps[0].config.branches[0].conditions'],
    ],
    [
      'a comparison without value',
      step('branch', { branches: [{ conditions: [{ type: 'variable', name: 'a', operator: 'equals' }], next: null }] }),
      ['body.steps[0].config.branches[0].conditions[0].value'],
    ],
    [
      'a wait with both seconds and until',
      step('wait', { seconds: 1, until: '09:00' }),
      ['body.steps[0].config.seconds'],
    ],
    ['a wait with neither seconds nor until', step('wait', {}), ['body.steps[0].config.seconds']],
    ['a set without values', step('set', { values: {} }), ['body.steps[0].config.values']],
    ['a tag step without tags', step('tag', {}), ['body.steps[0].config.add']],
    ['a conversation stage without an id', step('conversation_stage', {}), ['body.steps[0].config.stageId']],
    ['a card without title', step('crm_card', { action: 'create', stageId: 's' }), ['body.steps[0].config.title']],
    [
      'a moved card with a title',
      step('crm_card', { action: 'move', stageId: 's', title: 'x' }),
      ['body.steps[0].config.title'],
    ],
    ['an order without items', step('order', { items: [] }), ['body.steps[0].config.items']],
    ['an item without price', step('order', { items: [{ name: 'x' }] }), ['body.steps[0].config.items[0].catalogItem']],
    [
      'an appointment without a duration',
      step('appointment', { title: 'x', text: 'y' }),
      ['body.steps[0].config.durationMinutes'],
    ],
    ['a go_to without step', step('go_to', {}), ['body.steps[0].config.stepId']],
    ['an end with a config', step('end', { x: 1 }), ['body.steps[0].config.x']],
    ['two steps with one id', { steps: [say('a', 'A'), say('a', 'B')] }, ['body.steps[1].id']],
    ['no steps', { steps: [] }, ['body.steps']],
    ['101 steps', { steps: Array.from({ length: 101 }, (_, index) => say(`s${index}`, 'x')) }, ['body.steps']],
    ['an unknown trigger', { trigger: { type: 'magic' } }, ['body.trigger.type']],
    ['a keyword without words', { trigger: { type: 'keyword', words: [] } }, ['body.trigger.words']],
    [
      'a pattern that does not parse',
      { trigger: { type: 'keyword', match: 'regex', words: ['ok', '(a'] } },
      ['body.trigger.words[1]'],
    ],
    [
      'a pattern with a back-reference',
      { trigger: { type: 'keyword', match: 'regex', words: ['(a)\\1'] } },
      ['body.trigger.words[0]'],
    ],
    ['an unknown event', { trigger: { type: 'event', event: 'cat.purred' } }, ['body.trigger.event']],
    [
      'a condition outside data and previous',
      { trigger: { type: 'event', event: 'order.updated', conditions: [{ field: 'status', operator: 'is_set' }] } },
      ['body.trigger.conditions[0].field'],
    ],
    [
      'a schedule that is not a cron expression',
      { trigger: { type: 'schedule', cron: 'every day', tags: ['x'] } },
      ['body.trigger.cron'],
    ],
    [
      'a schedule with a seconds field',
      { trigger: { type: 'schedule', cron: '* * * * * *', tags: ['x'] } },
      ['body.trigger.cron'],
    ],
    ['a schedule without tags', { trigger: { type: 'schedule', cron: '0 9 * * *' } }, ['body.trigger.tags']],
    ['a name of blanks', { name: '   ' }, ['body.name']],
  ])('%s', async (_title, fields, faults) => {
    const { api, draft } = await openShop();
    const refused = await api.post('/api/flows', draft(fields));
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(faultsOf(refused)).toEqual(faults);
  });
});

test('one response names all invalid fields of a flow', async () => {
  const { api, draft } = await openShop();
  const refused = await api.post(
    '/api/flows',
    draft({ name: '', steps: [{ id: 'a b', type: 'message', config: {} }] }),
  );
  expect(faultsOf(refused).sort()).toEqual(['body.name', 'body.steps[0].config.text', 'body.steps[0].id']);
});

test('every trigger and step type is documented with a valid example', () => {
  const kinds = (schema: Schema) => (schema.oneOf ?? schema.anyOf ?? []).map((entry) => resolve(entry));
  const draft = bodySchema(describedAt('POST /api/flows'));
  const triggers = kinds(resolve(draft?.properties?.trigger ?? {}));
  const steps = kinds(resolve(draft?.properties?.steps?.items ?? {}));
  expect([triggers.length, steps.length]).toEqual([6, 16]);
  for (const [schema, schemas] of [
    [Trigger, triggers],
    [Step, steps],
  ] as const) {
    for (const { examples } of schemas as { examples?: unknown[] }[]) {
      expect(examples?.length).toBeGreaterThan(0);
      for (const example of examples ?? []) expect(schema.safeParse(example).error).toBeUndefined();
    }
  }
});
