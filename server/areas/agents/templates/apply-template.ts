import { unknownReference } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { deleteFaqs, insertFaqs } from '../configuration/faqs.store.ts';
import { inOrder, toConfiguration } from '../configuration/to-configuration.ts';
import { settleVersions } from '../published/settle-versions.ts';
import type { Agent, AgentDraft } from '../schemas.ts';
import { findAgent, updateAgent } from '../store.ts';
import { findTemplateDraft } from './agent-templates.ts';

/** The template as a draft of an agent. Throws `unknown_reference` if it does not exist. */
export function requireTemplate(templateId: string): ReturnType<typeof findTemplateDraft> & object {
  const draft = findTemplateDraft(templateId);
  if (draft) return draft;
  throw unknownReference('body.templateId', 'No such template: GET /api/ai-agents/templates lists them');
}

/** Replaces the agent's configuration and FAQs by those of the template; name and type stay. */
export async function applyTemplate(work: Work, agentId: string, templateId: string): Promise<Agent> {
  const { db, workspace, now } = work;
  const { faqs, ...fields } = requireTemplate(templateId);
  await updateAgent(db, workspace.id, agentId, { ...toConfiguration(work, fields), templateId }, now);
  await deleteFaqs(db, workspace.id, agentId);
  await addFaqs(work, agentId, faqs);
  await settleVersions(work, agentId);
  return (await findAgent(db, workspace.id, agentId)) as Agent;
}

/** Adds the FAQs of a draft to an agent that has none. */
export async function addFaqs(work: Work, agentId: string, faqs: AgentDraft['faqs'] = []): Promise<void> {
  const entries = inOrder(faqs).map((faq) => ({ ...faq, id: work.newId('faq') }));
  await insertFaqs(work.db, work.workspace.id, agentId, entries, work.now);
}
