import type { Platform } from '../../../../platform/platform.ts';
import { matchExamples } from '../../../knowledge/index.ts';
import type { ReplyContext, ReplyTrace } from '../../reply.ts';
import { intents } from './intents.ts';
import { listInfoRules } from './rules.ts';
import { isSameWord, readNamingWords, readWords, sayings } from './words.ts';

export interface Quote {
  text: string;
  source: ReplyTrace['sources'][number];
}

/** Score of `matchExamples` from which two questions mean the same. */
const sameMeaning = 0.6;

/** Phrases that open a question and are dropped before matching. */
const openers = sayings(
  'da pra, da para, sera que, queria saber se, queria saber, gostaria de saber se, gostaria de saber, me diz, voces sabem, e possivel, uma duvida, tenho uma duvida',
  'good morning, good afternoon, good evening, could you tell me, can you tell me, i wanted to know, i would like to know, i d like to know, do you know, is it possible to, one question, quick question',
  'me puedes decir, me podrias decir, queria saber si, queria saber, quisiera saber si, quisiera saber, se puede, es posible, una pregunta, tengo una duda',
);

const normalize = (text: string): string => readWords(text).join(' ');

/** The FAQ whose question equals the text, regardless of case, accents and punctuation. */
export function findExactFaq({ agent, text }: ReplyContext): Quote | null {
  const asked = normalize(text);
  const faq = asked === '' ? undefined : agent.faqs.find(({ question }) => normalize(question) === asked);
  return faq ? { text: faq.answer, source: { kind: 'faq', id: faq.id, title: faq.question, score: 1 } } : null;
}

/** The FAQ or `info` rule with the same meaning as the text. Writes its score to `scores`. */
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

/** Score of an FAQ that contains every naming word of the question. */
const saysAll = 0.7;

/**
 * The single FAQ that contains every naming word of the question, in its question or answer: "can I pay by pix" has
 * one, "is there a pix discount" has none. Null if there is none or more than one.
 */
export function findByWords({ agent, text }: ReplyContext, scores: Record<string, number>): Quote | null {
  const asked = readNamingWords(text);
  // Prices come only from items and services.
  if (asked.length === 0 || intents.price.has(readWords(text))) return null;
  const countIn = (content: string): number => {
    const known = readNamingWords(content);
    return asked.filter((word) => known.some((other) => isSameWord(word, other))).length;
  };
  const complete = agent.faqs
    .filter(({ question, answer }) => countIn(`${question}\n${answer}`) === asked.length)
    .map((faq) => ({ faq, inQuestion: countIn(faq.question) }))
    .sort((one, other) => other.inQuestion - one.inQuestion);
  const [best, second] = complete;
  if (!best || best.inQuestion === second?.inQuestion || saysAll < agent.behavior.answerThreshold) return null;
  const { id, question, answer } = best.faq;
  scores.faq = Math.max(scores.faq ?? 0, saysAll);
  return { text: answer, source: { kind: 'faq', id, title: question, score: saysAll } };
}

const toQuote = (kind: 'faq' | 'rule', id: string, title: string, text: string): Quote => ({
  text,
  source: { kind, id, title, score: 0 },
});
