import { expect, test } from 'vitest';
import { keyword, must, openEditor, question, say, step } from './support.ts';

interface Fault {
  path: (string | number)[];
  stepId: string | null;
  code: string;
  reference?: { kind: string };
}

async function openCheck() {
  const opened = await openEditor();
  const { owner } = opened;
  const check = async (steps: unknown[], trigger: unknown = keyword('oi'), aiAgentId = opened.agentId) => {
    const { body } = await must(owner.post('/owner/flows/check', { aiAgentId, trigger, steps }));
    return body.faults as Fault[];
  };
  return { ...opened, check };
}

const told = (faults: Fault[]) => faults.map(({ path, stepId, code }) => [path.join('.'), stepId, code]);

test('the check of a draft finds nothing in a flow that can be turned on', async () => {
  const { check } = await openCheck();
  expect(await check([question('a', 'name', 'b'), say('b', 'Oi {{name}}')])).toEqual([]);
});

test('a step that cannot be read hides no fault of the others', async () => {
  const { check } = await openCheck();
  const faults = await check(
    [
      // Without its text, but it leads to `b` and sets `city`.
      { id: 'a', type: 'ask', config: { variable: 'city', onTimeout: 'gone' }, next: 'b' },
      say('b', '{{city}} {{nmae}}', 'missing'),
      { id: 'c', type: 'riddle', config: null, next: 7 },
      say('c', 'Alone'),
    ],
    { type: 'keyword', words: [] },
  );
  expect(told(faults)).toEqual([
    ['trigger.words', null, 'too_small'],
    ['steps.0.config.text', 'a', 'invalid_type'],
    ['steps.2.type', 'c', 'invalid_union'],
    ['steps.3.id', 'c', 'custom'],
    ['steps.0.config.onTimeout', 'a', 'unknown_step'],
    ['steps.1.next', 'b', 'unknown_step'],
    ['steps.2', 'c', 'unreachable'],
    ['steps.3', 'c', 'unreachable'],
    ['steps.1.config.text', 'b', 'unknown_variable'],
  ]);
});

test('what a flow refers to and is missing is named with the place that mends it', async () => {
  const { check, agentId } = await openCheck();
  const steps = [
    step('a', 'message', { template: { name: 'promo', language: 'pt_BR' } }, 'b'),
    step('b', 'conversation_stage', { stageId: 'stage_gone' }, 'c'),
    step('c', 'crm_card', { action: 'move', stageId: 'cst_gone' }, 'd'),
    step('d', 'agent', {}),
  ];
  const missing = (await check(steps)).map(({ path, stepId, reference }) => [path.join('.'), stepId, reference]);
  expect(missing).toEqual([
    ['steps.0.config.template', 'a', { kind: 'template', value: 'promo' }],
    ['steps.1.config.stageId', 'b', { kind: 'conversationStage', value: 'stage_gone' }],
    ['steps.2.config.stageId', 'c', { kind: 'pipelineStage', value: 'cst_gone' }],
    ['steps.3', 'd', { kind: 'agent', value: agentId }],
  ]);
  const [fault] = await check([say('a', 'A')], keyword('oi'), 'agent_gone');
  expect(fault).toMatchObject({ path: ['aiAgentId'], stepId: null, reference: { kind: 'agent' } });
});

test('gaps that a ready-made flow leaves are faults until they are filled in', async () => {
  const { check } = await openCheck();
  const faults = await check([say('a', 'We are at [[your address]], open [[your hours]].')]);
  expect(told(faults)).toEqual([
    ['steps.0.config.text', 'a', 'to_fill'],
    ['steps.0.config.text', 'a', 'to_fill'],
  ]);
});

test('the check takes anything as a draft and bounds what it answers', async () => {
  const { check, owner, agentId } = await openCheck();
  for (const odd of [null, 7, 'a', [], { id: 3, config: [] }, { type: 'branch', config: { branches: 'x' } }]) {
    expect((await check([odd], odd)).length).toBeGreaterThan(0);
  }
  expect(told(await check([]))).toEqual([['steps', null, 'too_small']]);
  const many = await check(Array.from({ length: 500 }, () => ({})));
  expect(many[0]).toMatchObject({ path: ['steps'], code: 'too_big' });
  expect(many).toHaveLength(300);
  const steps = Array.from({ length: 501 }, () => ({}));
  expect((await owner.post('/owner/flows/check', { aiAgentId: agentId, trigger: {}, steps })).status).toBe(400);
});
