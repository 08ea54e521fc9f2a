import { consumeQuota } from '../../../platform/access/quotas.ts';
import type { Work } from '../../../platform/work/work.ts';
import { toConfiguration } from '../configuration/to-configuration.ts';
import { agentCreated } from '../events.ts';
import type { Agent, AgentDraft } from '../schemas.ts';
import { findAgent, insertAgent } from '../store.ts';
import { addFaqs, requireTemplate } from '../templates/apply-template.ts';

/**
 * Creates an agent as DRAFT and untested. Fields of the draft take precedence over its template.
 * Throws 400 for an unknown template and 403 if the quota is exceeded.
 */
export async function createAgent(work: Work, draft: AgentDraft): Promise<Agent> {
  const template = draft.templateId === undefined ? {} : requireTemplate(draft.templateId);
  const { faqs, language = work.workspace.language, ...fields } = { ...template, ...dropAbsent(draft) };
  await consumeQuota(work, 'agents');
  const id = work.newId('agent');
  await insertAgent(work.db, work.workspace.id, { ...toConfiguration(work, { ...fields, language }), id }, work.now);
  await addFaqs(work, id, faqs);
  const created = (await findAgent(work.db, work.workspace.id, id)) as Agent;
  await work.emit(agentCreated, created);
  return created;
}

const dropAbsent = (draft: AgentDraft): AgentDraft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as AgentDraft;
