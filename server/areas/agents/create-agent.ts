import { Problem } from '../../platform/problem.ts';
import { consumeQuota } from '../../platform/quotas.ts';
import type { Work } from '../../platform/work.ts';
import { inOrder, toConfiguration } from './configure-agent.ts';
import { insertFaqs } from './faqs.store.ts';
import type { Agent, AgentDraft } from './schemas.ts';
import { findAgent, insertAgent } from './store.ts';

/** Makes an agent, DRAFT and untested. Refuses a template that there is not (400) and one agent too many (403). */
export async function createAgent(work: Work, draft: AgentDraft): Promise<Agent> {
  const { faqs = [], templateId, language = work.workspace.language, ...fields } = draft;
  if (templateId !== undefined) {
    const message = 'No such template';
    const errors = [{ field: 'body.templateId', code: 'unknown_reference', message }];
    throw new Problem('unknown_reference', message, { errors, status: 400 });
  }
  await consumeQuota(work, 'agents');
  const id = work.newId('agent');
  await insertAgent(work.db, work.workspace.id, { ...toConfiguration(work, { ...fields, language }), id }, work.now);
  const entries = inOrder(faqs).map((faq) => ({ ...faq, id: work.newId('faq') }));
  await insertFaqs(work.db, work.workspace.id, id, entries, work.now);
  const created = (await findAgent(work.db, work.workspace.id, id)) as Agent;
  await work.emit('bot.created', created);
  return created;
}
