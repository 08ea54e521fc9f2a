import type { ReplyContext } from '../../../reply.ts';
import { listInfoRules } from '../rules.ts';
import type { Spoken } from '../understand/terms.ts';
import { type Fact, readDoc } from './fact.ts';

/** The FAQs and the `info` rules as facts. */
export const readFaqs = (context: ReplyContext, spoken: Spoken): Fact[] => [
  ...context.agent.faqs.map(({ id, question, answer }) => toFact('faq', id, question, answer, spoken)),
  ...listInfoRules(context).map(({ id, text }) => toFact('rule', id, text, text, spoken)),
];

const toFact = (kind: 'faq' | 'rule', id: string, title: string, text: string, spoken: Spoken): Fact => ({
  kind,
  id,
  key: `${kind} ${id}`,
  title,
  text,
  ask: readDoc(title, spoken),
  tell: readDoc(text, spoken),
  sources: [{ kind, id, title }],
  isGroup: false,
  isMiss: false,
  confidence: 1,
});
