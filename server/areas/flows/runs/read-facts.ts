import type { Workspace } from '../../../platform/access/workspaces.ts';
import { type AgentBrief, findAgentBrief, isOpenAt } from '../../agents/index.ts';
import { tagsOf } from '../../contacts/index.ts';
import type { ConversationRow } from '../../inbox/index.ts';
import { findContactById, forCustomers } from '../../people/index.ts';
import type { Step } from '../steps/step.schemas.ts';
import type { WorkspaceTx } from './count-flow.ts';
import type { Facts } from './run.ts';

/**
 * The facts that a run may read now. Tags cost a query of their own and are read only if a step has a condition on
 * them.
 */
export async function readFacts(
  { db, workspace, now }: WorkspaceTx,
  agentId: string,
  conversation: ConversationRow | null,
  steps: Iterable<Step>,
): Promise<Facts> {
  const conditions = [...steps].flatMap((step) =>
    step.type === 'branch' ? step.config.branches.flatMap((branch) => branch.conditions) : [],
  );
  const contact = conversation && findContactById(db, workspace.id, conversation.contact_id);
  const needsTags = conditions.some(({ type }) => type === 'tag');
  const tags = contact && needsTags ? ((await tagsOf(db, workspace.id, [contact.seq])).get(contact.seq) ?? []) : [];
  const agent = findAgentBrief(db, workspace.id, agentId);
  const { name, email } = contact ? forCustomers(contact) : {};
  return {
    ...shopFacts(workspace, agent, now),
    contact: {
      id: contact?.id ?? '',
      name: name ?? '',
      phone: contact?.phone ?? '',
      username: contact?.username ?? '',
      email: email ?? '',
      tags: tags.map((tag) => tag.name),
    },
  };
}

/** The facts that do not depend on the customer. */
export const shopFacts = (workspace: Workspace, agent: AgentBrief | null, now: string): Omit<Facts, 'contact'> => ({
  now,
  timezone: workspace.timezone,
  country: workspace.country,
  language: agent?.language ?? workspace.language,
  shopName: workspace.name,
  isOpen: isOpenAt(agent?.businessHours ?? null, workspace.timezone, now, now),
});
