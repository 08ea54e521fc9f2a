import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { readLanguageModel } from '../../../platform/language-model.ts';
import { agentTarget } from '../agent-target.ts';
import { Agent } from '../schemas.ts';
import { AgentTemplate, agentTemplates } from '../templates/agent-templates.ts';
import { applyTemplate } from '../templates/apply-template.ts';
import { listVoices, VoiceCatalog } from '../templates/voice-catalog.ts';
import { AdjustField, Adjustment, adjustFields, proposeAdjustment } from './adjust-agent.ts';
import { AgentSector, agentSectors } from './agent-functions.ts';

/** What an agent can be made of, and the two ways to make one of it. */
export const referenceOperations = {
  listAgentFunctions: operation({
    method: 'get',
    path: '/api/ai-agents/functions',
    scope: 'agents.read',
    summary: 'List the sectors and roles of agents',
    tx: 'read',
    success: 200,
    response: listOf(AgentSector),
    run: async () => ({ data: agentSectors }),
  }),

  listAgentTemplates: operation({
    method: 'get',
    path: '/api/ai-agents/templates',
    scope: 'agents.read',
    summary: 'List the agent templates of business segments',
    description: 'One for each segment and language. They have no prices: those are for the shop to set.',
    tx: 'read',
    success: 200,
    response: listOf(AgentTemplate),
    run: async () => ({ data: agentTemplates }),
  }),

  getVoiceCatalog: operation({
    method: 'get',
    path: '/api/ai-agents/voice-catalog',
    scope: 'agents.read',
    summary: 'List voices, models and presets of naturalness',
    description: 'A voice is a way of writing: its `tone` is for the agent, its `sample` for people.',
    tx: 'read',
    success: 200,
    response: VoiceCatalog,
    run: async ({ db }) => listVoices(await readLanguageModel(db)),
  }),

  getAgentAdjustScope: operation({
    method: 'get',
    path: '/api/ai-agents/ai-adjust/scope',
    scope: 'agents.read',
    summary: 'List the fields that AI-assisted editing writes',
    tx: 'read',
    success: 200,
    response: listOf(AdjustField),
    run: async () => ({ data: adjustFields }),
  }),

  proposeAgentAdjustment: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/ai-adjust',
    scope: 'agents.write',
    summary: 'Propose a change of an agent from a sentence',
    description:
      'Asks the configured language model and changes nothing: `changes` is for PATCH. Without a model it is 409 ' +
      '`model_not_configured`.',
    tx: 'none',
    target: agentTarget,
    body: z.strictObject({ instruction: z.string().trim().min(1).max(2000).describe('What is to change.') }),
    success: 200,
    response: Adjustment,
    errors: ['model_not_configured', 'model_failed'],
    extension: true,
    run: ({ platform, target, body }) => proposeAdjustment(platform, target, body.instruction),
  }),

  applyAgentTemplate: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/apply-template',
    scope: 'agents.write',
    summary: 'Put a template in the place of configuration and FAQs',
    description: 'In one transaction; name and type stay. It takes effect at once and is untested.',
    tx: 'write',
    target: agentTarget,
    body: z.strictObject({ templateId: z.string().min(1).max(80) }),
    success: 200,
    response: Agent,
    errors: ['unknown_reference'],
    run: ({ body, target, ...work }) => applyTemplate(work, target.id, body.templateId),
  }),
} satisfies Operations;
