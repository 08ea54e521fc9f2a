import type { Platform } from '../../../platform/platform.ts';
import { matchExamples } from '../../knowledge/index.ts';
import type { ReplyContext, ReplyTrace } from '../reply.ts';
import { listInfoRules } from './rules.ts';
import { readWords, sayings } from './words.ts';

export interface Quote {
  text: string;
  source: ReplyTrace['sources'][number];
}

/** From here on a question can be taken to mean the same (`matchExamples`). */
const sameMeaning = 0.6;

/** How people begin a question; the question itself comes after it. */
const openers = sayings(
  'da pra, da para, sera que, queria saber se, queria saber, gostaria de saber se, gostaria de saber, me diz, voces sabem, e possivel, uma duvida, tenho uma duvida',
  'good morning, good afternoon, good evening, could you tell me, can you tell me, i wanted to know, i would like to know, i d like to know, do you know, is it possible to, one question, quick question',
  'me puedes decir, me podrias decir, queria saber si, queria saber, quisiera saber si, quisiera saber, se puede, es posible, una pregunta, tengo una duda',
);

const normalize = (text: string): string => readWords(text).join(' ');

/** The answer to a question that the owner has written down word for word; case, accents and signs do not matter. */
export function findExactFaq({ agent, text }: ReplyContext): Quote | null {
  const asked = normalize(text);
  const faq = asked === '' ? undefined : agent.faqs.find(({ question }) => normalize(question) === asked);
  return faq ? { text: faq.answer, source: { kind: 'faq', id: faq.id, title: faq.question, score: 1 } } : null;
}

/** What the owner has written down that means the same: an answer of the FAQ, or a rule that tells a fact. */
export async function findByMeaning(
  platform: Platform,
  context: ReplyContext,
  scores: Record<string, number>,
): Promise<Quote | null> {
  const { agent, workspace, text } = context;
  const quotes: Quote[] = [
    ...agent.faqs.map(({ id, question, answer }) => toQuote('faq', id, question, answer)),
    ...listInfoRules(context).map((rule) => toQuote('rule', rule.id, rule.text, rule.text)),
  ];
  const examples = quotes.map(({ source }, index) => ({ id: String(index), text: source.title }));
  const question = openers.without(readWords(text)).join(' ');
  const [best] = await matchExamples(platform, workspace.id, question, examples, agent.language);
  const quote = best && quotes[Number(best.id)];
  if (!quote) return null;
  scores.faq = best.score;
  if (best.score < Math.max(sameMeaning, agent.behavior.answerThreshold)) return null;
  return { ...quote, source: { ...quote.source, score: best.score } };
}

const toQuote = (kind: 'faq' | 'rule', id: string, title: string, text: string): Quote => ({
  text,
  source: { kind, id, title, score: 0 },
});
