import { findAgentBrief, isOpenAt } from '../../agents/index.ts';
import { tagsOf } from '../../contacts/index.ts';
import type { ConversationRow } from '../../inbox/index.ts';
import { findByPhone } from '../../people/index.ts';
import type { Step } from '../steps/step.schemas.ts';
import type { Place } from './counts.ts';
import type { Facts } from './run.ts';

/**
 * What a run may look at now. Tags and business hours cost queries of their own and are read only for steps that can
 * ask for them.
 */
export async function readFacts(
  { db, workspace, now }: Place,
  agentId: string,
  conversation: ConversationRow | null,
  steps: Iterable<Step>,
): Promise<Facts> {
  const conditions = [...steps].flatMap((step) =>
    step.type === 'branch' ? step.config.branches.flatMap((branch) => branch.conditions) : [],
  );
  const contact = conversation && (await findByPhone(db, workspace.id, conversation.contact_phone));
  const needsTags = conditions.some(({ type }) => type === 'tag');
  const tags = contact && needsTags ? ((await tagsOf(db, workspace.id, [contact.seq])).get(contact.seq) ?? []) : [];
  const agent = findAgentBrief(db, workspace.id, agentId);
  return {
    now,
    timezone: workspace.timezone,
    country: workspace.country,
    language: agent?.language ?? workspace.language,
    shopName: workspace.name,
    contact: {
      name: contact?.name ?? '',
      phone: contact?.phone ?? '',
      email: contact?.email ?? '',
      tags: tags.map(({ name }) => name),
    },
    isOpen: isOpenAt(agent?.businessHours ?? null, workspace.timezone, now, now),
  };
}
