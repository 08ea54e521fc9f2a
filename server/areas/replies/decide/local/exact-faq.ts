import type { ReplyContext, ReplyTrace } from '../../reply.ts';
import { readWords } from './words.ts';

interface Quote {
  text: string;
  source: ReplyTrace['sources'][number];
}

const normalize = (text: string): string => readWords(text).join(' ');

/** The FAQ whose question equals the text, regardless of case, accents and punctuation. */
export function findExactFaq({ agent, text }: ReplyContext): Quote | null {
  const asked = normalize(text);
  const faq = asked === '' ? undefined : agent.faqs.find(({ question }) => normalize(question) === asked);
  return faq ? { text: faq.answer, source: { kind: 'faq', id: faq.id, title: faq.question, score: 1 } } : null;
}
