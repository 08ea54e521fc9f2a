import type { Language } from '../../../platform/text/languages.ts';
import type { Work } from '../../../platform/work/work.ts';
import { createFlow } from '../edit/change-flow.ts';
import { type Flow, FlowDraft } from '../schemas.ts';
import { readTemplates } from './read-templates.ts';
import type { TemplateWords } from './words.schemas.ts';

/** Gives an agent a ready-made flow, switched off. */
export function addReadyMade(
  work: Work,
  aiAgentId: string,
  language: Language,
  key: keyof TemplateWords,
): Promise<Flow> {
  const template = readTemplates(language, work.workspace.country).find((one) => one.key === key);
  const { name, trigger, steps } = template ?? {};
  return createFlow(work, { ...FlowDraft.parse({ aiAgentId, name, trigger, steps }), id: work.newId('flow') });
}
