import type { Platform } from '../../../../platform/platform.ts';
import type { DecideOptions, HandoffReason, ReplyContext, ReplyTrace } from '../../reply.ts';
import { findByMeaning, findByWords, findExactFaq } from './answer-faq.ts';
import { answerHours } from './answer-hours.ts';
import { quoteKnowledge } from './answer-knowledge.ts';
import { answerOffers, describeOffers, namesOffer } from './answer-offers.ts';
import { isInjection } from './injection.ts';
import { intents } from './intents.ts';
import type { Phrases } from './phrases.schemas.ts';
import { phrases } from './phrases.ts';
import { asksForOthersData } from './privacy.ts';
import { findHandoffRule } from './rules.ts';
import { readWords, sayings } from './words.ts';

/** A finding of the engine, before greeting or closing message are prepended. */
export type Finding =
  | { kind: 'answer'; text: string; sources: ReplyTrace['sources'] }
  /** A greeting by the customer. */
  | { kind: 'hello' }
  | { kind: 'miss'; text: string | null }
  | { kind: 'handoff'; reason: HandoffReason };

/** The input of every step. */
interface Search {
  platform: Platform;
  context: ReplyContext;
  words: string[];
  say: Phrases;
  scores: Record<string, number>;
  options: DecideOptions;
}

type Step = (search: Search) => Finding | null | Promise<Finding | null>;

const answer = (text: string, sources: ReplyTrace['sources'] = []): Finding => ({ kind: 'answer', text, sources });

/** Tried in order; the first finding wins. The owner's exact words come first. */
const steps: Step[] = [
  refuseUnreadable,
  answerExactly,
  callPerson,
  refuseMisuse,
  talkSmall,
  quoteOffersAskedFor,
  quoteMeaning,
  quoteHours,
  takeWish,
  quoteSameWords,
  quoteKnowledgeFound,
  quoteOffersNamed,
  calmDown,
];

/** Finds a reply in the shop's own data. It quotes texts and fills phrases, and never generates text. */
export async function answerLocally(
  platform: Platform,
  context: ReplyContext,
  say: Phrases,
  scores: Record<string, number>,
  options: DecideOptions,
): Promise<Finding> {
  const search = { platform, context, words: readWords(context.text), say, scores, options };
  for (const step of steps) {
    const finding = await step(search);
    if (finding) return finding;
  }
  return { kind: 'miss', text: null };
}

/** Messages without text, such as pictures and voice messages. */
function refuseUnreadable({ words, say }: Search): Finding | null {
  return words.length === 0 ? { kind: 'miss', text: say.unreadable } : null;
}

function answerExactly({ context }: Search): Finding | null {
  const quote = findExactFaq(context);
  return quote && answer(quote.text, [quote.source]);
}

async function callPerson({ platform, context, words, say }: Search): Promise<Finding | null> {
  const { behavior } = context.agent;
  if (intents.person.has(words)) return { kind: 'handoff', reason: 'asked' };
  // The last reply admitted a miss and offered to call someone.
  if (context.missesInARow > 0 && intents.yes.only(words)) return { kind: 'handoff', reason: 'asked' };
  if (context.missesInARow > 0 && intents.no.only(words)) return answer(say.nothingElse);
  if (sayings(...behavior.handoffKeywords).has(words)) return { kind: 'handoff', reason: 'keyword' };
  return (await findHandoffRule(platform, context)) && { kind: 'handoff', reason: 'rule' };
}

function refuseMisuse({ context, words, say }: Search): Finding | null {
  if (isInjection(words)) return answer(say.onlyTheShop);
  const { workspace, agent, items, contact, text } = context;
  const known = [
    workspace.name,
    agent.name,
    contact.name ?? '',
    ...[...agent.services, ...items].map(({ name }) => name),
  ];
  return asksForOthersData(text, known) ? answer(say.privacy) : null;
}

function talkSmall({ words, say }: Search): Finding | null {
  if (intents.greeting.only(words)) return { kind: 'hello' };
  if (intents.thanks.only(words)) return answer(say.thanks);
  if (intents.goodbye.only(words) || politeEnd.only(words)) return answer(say.goodbye);
  return null;
}

const politeEnd = sayings(
  'tchau obrigado, obrigado tchau, obrigada tchau, tchau obrigada, valeu tchau',
  'thanks bye, thank you bye, bye thanks, gracias adios, gracias chau, adios gracias',
);

function quoteOffersAskedFor({ context, words, say }: Search): Finding | null {
  const found = answerOffers(context, words, say);
  if (!found) return null;
  return found.isMiss ? { kind: 'miss', text: found.text } : answer(found.text, found.sources);
}

async function quoteMeaning({ platform, context, scores }: Search): Promise<Finding | null> {
  const quote = await findByMeaning(platform, context, scores);
  return quote && answer(quote.text, [quote.source]);
}

function quoteHours({ context, words, say }: Search): Finding | null {
  const text = answerHours(context, words, say);
  return text === null ? null : answer(text, [{ kind: 'hours', id: null, title: 'businessHours', score: 1 }]);
}

/** Asks for the details of an order or a booking first, then hands over to the team. */
function takeWish({ context, words, say }: Search): Finding | null {
  const last = context.history.findLast(({ author }) => author === 'AGENT')?.text ?? '';
  if (Object.values(phrases).some(({ askOrder }) => last.includes(askOrder)))
    return { kind: 'handoff', reason: 'order' };
  if (Object.values(phrases).some(({ askBooking }) => last.includes(askBooking))) {
    return { kind: 'handoff', reason: 'booking' };
  }
  if (intents.booking.has(words)) return answer(say.askBooking);
  return intents.order.has(words) && namesOffer(context) ? answer(say.askOrder) : null;
}

function quoteSameWords({ context, scores }: Search): Finding | null {
  const quote = findByWords(context, scores);
  return quote && answer(quote.text, [quote.source]);
}

/** Prices come only from items and services, whatever the confidence of the knowledge. */
async function quoteKnowledgeFound({ platform, context, words, scores, options }: Search): Promise<Finding | null> {
  if (intents.price.has(words)) return null;
  const quote = await quoteKnowledge(platform, context, scores, options);
  return quote && answer(quote.text, quote.sources);
}

function quoteOffersNamed({ context, say }: Search): Finding | null {
  const found = describeOffers(context, say);
  return found && answer(found.text, found.sources);
}

function calmDown({ words, say }: Search): Finding | null {
  return intents.abuse.has(words) ? answer(say.bePolite) : null;
}
