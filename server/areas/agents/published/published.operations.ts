import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { agentTarget } from '../agent-target.ts';
import { Agent } from '../schemas.ts';
import { discardChanges } from './discard-changes.ts';
import { AgentChangesReport, PublishedAgent } from './published.schemas.ts';
import { readChanges } from './read-changes.ts';
import { findSnapshot, type Snapshot } from './snapshots.store.ts';

const published = target(PublishedAgent, async ({ db, workspace, params }: TargetContext<'id'>) => {
  const snapshot = await findSnapshot(db, workspace.id, params.id);
  return snapshot && { ...snapshot.agent, ...snapshot };
});

export const publishedOperations = {
  getPublishedAgent: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/published',
    scope: 'agents.read',
    summary: 'Get an AI agent as customers hear it',
    description:
      'With its items. All other operations show and change the draft, which customers hear after it is published. ' +
      '404 unless the agent is PUBLISHED.',
    tx: 'read',
    target: published,
    success: 200,
    response: PublishedAgent,
    extension: true,
    run: async ({ target }) => target,
  }),

  getAgentChanges: operation({
    method: 'get',
    path: '/api/ai-agents/{id}/changes',
    scope: 'agents.read',
    summary: 'Get what of an AI agent is not published yet',
    tx: 'read',
    target: agentTarget,
    success: 200,
    response: AgentChangesReport,
    extension: true,
    run: ({ db, platform, workspace, params }) =>
      readChanges({ db, provided: platform.provided }, workspace.id, params.id),
  }),

  discardAgentChanges: operation({
    method: 'post',
    path: '/api/ai-agents/{id}/discard-changes',
    scope: 'agents.write',
    summary: 'Take back what of an AI agent is not published',
    description:
      'The draft becomes what customers hear: configuration, FAQs and items, with their ids. Knowledge stays as it ' +
      'is. 409 `invalid_transition` unless the agent is PUBLISHED.',
    tx: 'write',
    // It deletes and inserts all items.
    steps: 30_000,
    target: agentTarget,
    success: 200,
    response: Agent,
    errors: ['invalid_transition'],
    statuses: { invalid_transition: 409 },
    extension: true,
    async run({ target, fail, ...work }) {
      const snapshot: Snapshot | null = await findSnapshot(work.db, work.workspace.id, target.id);
      if (!snapshot) throw fail('invalid_transition', 'Only a published agent has changes to take back');
      return discardChanges(work, snapshot);
    },
  }),
} satisfies Operations;
