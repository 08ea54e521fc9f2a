import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../support/shop/sales.ts';
import { must, openFlows, openShop, question, say, step } from './support.ts';

describe('turning a flow on', () => {
  const branchTo = (next: string | null) => ({
    id: 'b',
    type: 'branch',
    config: { branches: [{ conditions: [{ type: 'business_hours' }], next }] },
    next: null,
  });
  const goTo = (id: string, stepId: string) => ({ id, type: 'go_to', config: { stepId } });
  test.each<[string, object[], [string, string][]]>([
    ['a missing next step', [say('a', 'A', 'z')], [['steps[0].next', 'unknown_step']]],
    ['a branch to a missing step', [branchTo('z')], [['steps[0].config.branches[0].next', 'unknown_step']]],
    ['an unreachable step', [say('a', 'A'), say('b', 'B')], [['steps[1]', 'unreachable']]],
    [
      'a loop without a pause',
      [say('a', 'A', 'b'), goTo('b', 'a')],
      [
        ['steps[0]', 'endless_loop'],
        ['steps[1]', 'endless_loop'],
      ],
    ],
    ['a variable that nothing sets', [say('a', 'Oi {{nmae}}')], [['steps[0].config', 'unknown_variable']]],
    ["a name of the language's own objects", [say('a', '{{constructor}}')], [['steps[0].config', 'unknown_variable']]],
    ['a part of such a name', [say('a', '{{constructor.name}}')], [['steps[0].config', 'unknown_variable']]],
    [
      'an unknown conversation stage',
      [{ id: 'a', type: 'conversation_stage', config: { stageId: 'stage_x' } }],
      [['steps[0].config.stageId', 'unknown_reference']],
    ],
    [
      'an unknown card stage',
      [{ id: 'a', type: 'crm_card', config: { action: 'move', stageId: 'x' } }],
      [['steps[0].config.stageId', 'unknown_reference']],
    ],
    [
      'an unknown template',
      [{ id: 'a', type: 'message', config: { template: { name: 'x', language: 'pt_BR' } } }],
      [['steps[0].config.template', 'unknown_reference']],
    ],
    ['an unpublished agent', [{ id: 'a', type: 'agent', config: {} }], [['steps[0]', 'agent_not_published']]],
  ])('fails with %s', async (_title, steps, faults) => {
    const { api, create } = await openShop();
    const { id } = await create({ steps });
    const refused = await api.patch(`/api/flows/${id}/toggle`, { active: true });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.errors.map(({ field, code }: Record<string, string>) => [field, code])).toEqual(faults);
    expect((await api.patch(`/api/flows/${id}`, { status: 'ACTIVE' })).status).toBe(400);
    expect((await api.get(`/api/flows/${id}`)).body.status).toBe('DRAFT');
  });

  test('does not read braces in a tag name as variables', async () => {
    const { api, create } = await openShop();
    const { id } = await create({ steps: [step('a', 'tag', { add: ['VIP {{{ x'] })] });
    expect((await api.patch(`/api/flows/${id}/toggle`, { active: true })).body.status).toBe('ACTIVE');
  });

  test('allows a loop through an ask or a wait', async () => {
    const { api, create } = await openShop();
    const { id } = await create({
      steps: [question('a', 'name', 'b'), { id: 'b', type: 'wait', config: { seconds: 5 }, next: 'a' }],
    });
    expect((await api.patch(`/api/flows/${id}/toggle`, { active: true })).body.status).toBe('ACTIVE');
  });
});

describe('the status of a flow', () => {
  test('is toggled by a request without a body, and set by a request with one', async () => {
    const { api, create } = await openShop();
    const { id } = await create();
    const toggle = async (body?: object) => (await must(api.patch(`/api/flows/${id}/toggle`, body))).body.status;
    expect([
      await toggle(),
      await toggle(),
      await toggle({ active: true }),
      await toggle({ active: true }),
      await toggle({ active: false }),
    ]).toEqual(['ACTIVE', 'DRAFT', 'ACTIVE', 'ACTIVE', 'DRAFT']);
    expect(faultsOf(await api.patch(`/api/flows/${id}/toggle`, { active: 'yes' }))).toEqual(['body.active']);
  });

  test('can be ARCHIVED and DRAFT again; an archived flow is not listed and cannot be turned on', async () => {
    const { api, agentId, create } = await openShop();
    const { id } = await create();
    const change = (body: object) => api.patch(`/api/flows/${id}`, body);
    expect((await change({ status: 'ARCHIVED' })).body).toMatchObject({ status: 'ARCHIVED', active: false });
    expect((await api.get(`/api/flows?aiAgentId=${agentId}`)).body.data).toEqual([]);
    expect((await api.get(`/api/flows?aiAgentId=${agentId}&includeArchived=true`)).body.data).toHaveLength(1);
    for (const refused of [
      await change({ status: 'ACTIVE' }),
      await change({ active: true }),
      await api.patch(`/api/flows/${id}/toggle`, {}),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_transition' }] } });
    }
    expect((await change({ status: 'DRAFT' })).body.status).toBe('DRAFT');
    expect((await api.get(`/api/flows?aiAgentId=${agentId}`)).body.data).toHaveLength(1);
  });

  test('rejects a contradiction with active, and ATTENTION', async () => {
    const { api, create } = await openShop();
    const { id } = await create();
    expect(faultsOf(await api.patch(`/api/flows/${id}`, { status: 'DRAFT', active: true }))).toEqual(['body.active']);
    expect(faultsOf(await api.patch(`/api/flows/${id}`, { status: 'ATTENTION' }))).toEqual(['body.status']);
  });

  test('needs flows.publish only for a change that turns the flow on or off', async () => {
    const { api, withScopes, create } = await openShop();
    const { id } = await create();
    const writer = await withScopes('flows.write');
    expect((await writer.patch(`/api/flows/${id}`, { name: 'Neu', active: false, status: 'DRAFT' })).status).toBe(200);
    const refused = await writer.patch(`/api/flows/${id}`, { active: true });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect((await writer.patch(`/api/flows/${id}`, { status: 'ACTIVE' })).status).toBe(403);
    await must(api.patch(`/api/flows/${id}/toggle`, { active: true }));
    for (const body of [{ active: false }, { status: 'DRAFT' }, { status: 'ARCHIVED' }]) {
      expect((await writer.patch(`/api/flows/${id}`, body)).status).toBe(403);
    }
    expect((await writer.patch(`/api/flows/${id}`, { active: true, name: 'Ainda ligado' })).status).toBe(200);
    const publisher = await withScopes('flows.write', 'flows.publish');
    expect((await publisher.patch(`/api/flows/${id}`, { status: 'ARCHIVED' })).body.status).toBe('ARCHIVED');
  });

  test('cannot stay ACTIVE through a change that makes the steps invalid', async () => {
    const { api, create } = await openShop();
    const { id } = await create();
    await must(api.patch(`/api/flows/${id}/toggle`, { active: true }));
    const refused = await api.patch(`/api/flows/${id}`, { steps: [say('a', 'A', 'z')] });
    expect(faultsOf(refused)).toEqual(['body.steps[0].next']);
    const { body } = await api.patch(`/api/flows/${id}`, { steps: [say('a', 'B')] });
    expect(body).toMatchObject({ status: 'ACTIVE', version: 2, steps: [{ config: { text: 'B' } }] });
  });

  test('is ATTENTION while a reference is missing, starts nothing, and returns to ACTIVE when mended', async () => {
    const { api, launch, says, heard, draft } = await openFlows();
    const { body: stage } = await must(api.post('/api/conversation-stages', { name: 'Novo', color: '#112233' }));
    const toStage = { id: 'a', type: 'conversation_stage', config: { stageId: stage.id }, next: 'b' };
    const path = await launch([toStage, say('b', 'Anotado')]);
    await says('oi');
    expect(await heard()).toEqual(['Anotado']);
    const conversation = (await api.get('/api/conversations')).body.data[0];
    expect(conversation.stageId).toBe(stage.id);
    await must(api.patch(`/api/conversations/${conversation.id}`, { stageId: null }));
    await must(api.delete(`/api/conversation-stages/${stage.id}`));
    expect((await api.get(path)).body).toMatchObject({
      status: 'ATTENTION',
      active: false,
      problems: [{ field: 'steps[0].config.stageId', code: 'unknown_reference' }],
    });
    expect((await api.patch(path, { status: 'ATTENTION' })).status).toBe(200);
    await says('oi');
    expect(await heard()).toHaveLength(1);
    expect((await api.patch(`${path}/toggle`, {})).status).toBe(400);
    expect((await api.patch(path, { steps: [say('b', 'De novo')] })).body).toMatchObject({
      status: 'ACTIVE',
      problems: [],
    });
    await says('oi');
    expect(await heard()).toEqual(['Anotado', 'De novo']);
    await must(api.patch(`${path}/toggle`, { active: false }));
    expect((await api.get(await draft([say('a', 'x')]))).body.status).toBe('DRAFT');
  });
});
