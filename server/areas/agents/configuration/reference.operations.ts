import { z } from 'zod';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOperation } from '../../../http/usual-operations.ts';
import { readLanguageModel } from '../../../platform/language-model.ts';
import { agentTarget } from '../agent-target.ts';
import { Agent } from '../schemas.ts';
import { AgentTemplate, agentTemplates } from '../templates/agent-templates.ts';
import { applyTemplate } from '../templates/apply-template.ts';
import { listVoices, VoiceCatalog } from '../templates/voice-catalog.ts';
import { AgentSector, agentSectors } from './agent-sectors.ts';
import { AdjustField, Adjustment, adjustFields, proposeAdjustment } from './propose-adjustment.ts';

/** Reference data for configuring an agent, and two operations that use it. */
export const referenceOperations = {
  listAgentFunctions: listOperation({
    path: '/api/ai-agents/functions',
    scope: 'agents.read',
    summary: 'List the sectors and roles of agents',
    item: AgentSector,
    list: async () => agentSectors,
  }),

  listAgentTemplates: listOperation({
    path: '/api/ai-agents/templates',
    scope: 'agents.read',
    summary: 'List the agent templates of business segments',
    description: 'One per segment and language. Templates contain no prices; the shop sets them.',
    item: AgentTemplate,
    list: async () => agentTemplates,
  }),

  getVoiceCatalog: operation({
    method: 'get',
    path: '/api/ai-agents/voice-catalog',
    scope: 'agents.read',
    summary: 'List voices, models and presets of naturalness',
    description: 'A voice is a writing style: `tone` configures the agent, `sample` shows the style to people.',
    tx: 'read',
    success: 200,
    response: VoiceCatalog,
    run: async ({ db }) => listVoices(await readLanguageModel(db)),
  }),

  getAgentAdjustScope: listOperation({
    path: '/api/ai-agents/ai-adjust/scope',
    scope: 'agents.read',
    summary: 'List the fields that AI-assisted editing writes',
    item: AdjustField,
    list: async () => adjustFields,
  }),

  proposeAgentAdjustment: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/ai-adjust',
    scope: 'agents.write',
    words: 'never',
    summary: 'Propose a change of an agent from a sentence',
    description:
      'Asks the configured language model and changes nothing: send `changes` with PATCH. 409 `model_not_configured` ' +
      'without a model.',
    tx: 'none',
    target: agentTarget,
    body: z.strictObject({
      instruction: z.string().trim().min(1).max(2000).describe('The requested change, in words.'),
    }),
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
    summary: 'Replace configuration and FAQs by a template',
    description: 'In one transaction; name and type stay. Takes effect at once and counts as an untested change.',
    tx: 'write',
    target: agentTarget,
    body: z.strictObject({
      templateId: z.string().min(1).max(80).describe('An id of `/templates`.'),
    }),
    success: 200,
    response: Agent,
    errors: ['unknown_reference'],
    run: ({ body, target, ...work }) => applyTemplate(work, target.id, body.templateId),
  }),
} satisfies Operations;
