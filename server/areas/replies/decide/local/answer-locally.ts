import { prepareTopics } from '../../../knowledge/index.ts';
import type { ReplyTrace } from '../../reply.ts';
import { type Choice, chooseFact } from './choose/choose-fact.ts';
import { likeness } from './choose/measure-fact.ts';
import { findExactFaq } from './exact-faq.ts';
import type { Fact } from './facts/fact.ts';
import { answer, type Finding, type Search } from './finding.ts';
import { gatherFacts, readShop, type Shop, spokenIn } from './gather-facts.ts';
import { intents } from './intents.ts';
import { phrases } from './phrases.ts';
import { readMessage } from './understand/read-message.ts';
import { isDate, type Question, readQuestions } from './understand/read-questions.ts';
import { readTerms } from './understand/terms.ts';
import { sayings } from './words.ts';

/** A question with what was decided about it. */
interface Decided {
  question: Question;
  choice: Choice;
  outcome: ReplyTrace['understood'][number]['outcome'];
}

/** The next best of two answers between which the customer chooses is at least this likely, relative to the best. */
const closeShare = 0.5;
const leastEither = 0.4;

/**
 * Finds a reply in the shop's own data to a message that passed the guards: reads its questions, gathers what may answer
 * each, and answers with what is sure and clear of the next. It quotes texts and fills phrases, and never generates text.
 */
export async function answerLocally(search: Search): Promise<Finding> {
  const exact = findExactFaq(search.context);
  if (exact) return answer(exact.text, [exact.source]);
  const talk = talkSmall(search) ?? settleWish(search);
  if (talk) return talk;
  for (const language of spokenIn(search)) await prepareTopics(language);
  const shop = readShop(search);
  const all = listWhole(search, shop);
  if (all) return all;
  const { context, trace } = search;
  const reading = { language: trace.language, spoken: shop.spoken, vocabulary: shop.vocabulary };
  const { before, questions } = readQuestions(context.text, context.history, reading);
  const wish = questions.some(({ isAsked }) => isAsked) ? null : takeWish(search);
  if (wish) return wish;
  const decided: Decided[] = [];
  let last = before && chooseFact(await gatherFacts(search, shop, before, null));
  for (const question of questions) {
    last = chooseFact(await gatherFacts(search, shop, question, last));
    decided.push(decideQuestion(search, question, last));
  }
  trace.understood.push(...decided.map(describeDecided));
  for (const { fact, score } of decided.flatMap(({ choice }) => choice.candidates)) {
    trace.scores[fact.kind] = Math.max(trace.scores[fact.kind] ?? 0, round(score));
  }
  return (
    compose(search, decided) ??
    (isOnlyWish(decided, shop) ? takeWish(search) : null) ??
    calmDown(search) ?? { kind: 'miss', text: null }
  );
}

function decideQuestion({ context }: Search, question: Question, choice: Choice): Decided {
  const { answerThreshold } = context.agent.behavior;
  const [best, next] = choice.candidates;
  if (!best) return { question, choice, outcome: 'unknown' };
  if (best.score >= answerThreshold) return { question, choice, outcome: 'answered' };
  const isClose = next !== undefined && next.score >= closeShare * best.score;
  const isEither = isClose && best.score >= leastEither && best.score + next.score >= answerThreshold;
  return { question, choice, outcome: isEither ? 'asked_back' : 'unsure' };
}

/** One message from the answers of all questions; null if none is answered. */
function compose({ say }: Search, decided: Decided[]): Finding | null {
  const told = decided.filter(({ outcome }) => outcome === 'answered' || outcome === 'asked_back');
  const chosen = told.flatMap(({ choice, outcome }) => choice.candidates.slice(0, outcome === 'answered' ? 1 : 2));
  const unique = [...new Map(chosen.map((candidate) => [candidate.fact.text, candidate])).values()];
  // Who asks "and on Monday, are you open?" gets the Monday, not the week as well.
  const isDayTold = unique.some(({ fact }) => fact.kind === 'hours' && !fact.text.includes(say.week));
  const answers = unique.filter(({ fact }) => !(isDayTold && fact.kind === 'hours' && fact.text.includes(say.week)));
  if (answers.length === 0) return null;
  const misses = answers.filter(({ fact }) => fact.isMiss);
  if (misses.length === answers.length) return { kind: 'miss', text: misses.map(({ fact }) => fact.text).join('\n\n') };
  const left = decided.some(
    ({ outcome, question }) => isLeft(outcome) && question.isAsked && question.terms.length > 1,
  );
  const texts = [...answers.map(({ fact }) => fact.text), ...(left ? [say.partUnknown] : [])];
  return answer(
    texts.join('\n\n'),
    answers.flatMap(({ fact, score }) => toSources(fact, score)),
  );
}

const isLeft = (outcome: Decided['outcome']): boolean => outcome === 'unsure' || outcome === 'unknown';

const toSources = ({ sources }: Fact, score: number): ReplyTrace['sources'] =>
  sources.map((source) => ({ ...source, score: round(score) }));

const round = (score: number): number => Math.round(score * 1_000) / 1_000;
const mostFound = 3;

const describeDecided = ({ question, choice, outcome }: Decided): ReplyTrace['understood'][number] => ({
  question: question.words.join(' '),
  about: question.carried.map(({ folded }) => folded).join(' ') || null,
  outcome,
  found: choice.candidates
    .slice(0, mostFound)
    .map(({ fact, score }) => ({ kind: fact.kind, id: fact.id, title: fact.title, score: round(score) })),
});

/** Everything that is for sale, for a message that asks for the menu and names nothing. */
function listWhole({ context, trace }: Search, { offers, lists, spoken }: Shop): Finding | null {
  // With its pictures read as words: "🛴 how much?" names a thing.
  const words = readMessage(context.text, trace.language).map(({ folded }) => folded);
  if (!intents.menu.has(words) && !intents.price.only(words)) return null;
  const asked = readTerms(intents.menu.without(words), spoken);
  const isNamed = offers.some(({ nameDoc }) => asked.some((term) => likeness(term, nameDoc) === 1));
  const [items, services] = lists;
  if (!items || isNamed) return null;
  const list = services && asksServices.has(words) ? services : items;
  return answer(list.text, toSources(list, 1));
}

const asksServices = sayings('servico, servicos, service, services, servicio, servicios');

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

/** The details of an order or a booking that the last reply asked for: the team takes over. */
function settleWish({ context }: Search): Finding | null {
  const last = context.history.findLast(({ author }) => author === 'AGENT')?.text ?? '';
  const isAsked = (key: 'askOrder' | 'askBooking') => Object.values(phrases).some((say) => last.includes(say[key]));
  if (isAsked('askOrder')) return { kind: 'handoff', reason: 'order' };
  return isAsked('askBooking') ? { kind: 'handoff', reason: 'booking' } : null;
}

/** Asks for the details of an order or a booking first. */
function takeWish({ words, say }: Search): Finding | null {
  if (intents.booking.has(words)) return answer(say.askBooking);
  return intents.order.has(words) ? answer(say.askOrder) : null;
}

/** Whether questions say nothing but that something is to be ordered or booked: what, and when. */
const isOnlyWish = (decided: Decided[], { offers }: Shop): boolean =>
  decided
    .flatMap(({ question }) => question.terms)
    .every(
      (term) =>
        term.concepts.some((concept) => wishConcepts.has(concept)) ||
        isDate(term) ||
        offers.some(({ nameDoc }) => likeness(term, nameDoc) > 0),
    );
const wishConcepts = new Set(['booking', 'how-to-book', 'availability-slot', 'order', 'reserve-item', 'group-booking']);

function calmDown({ words, say }: Search): Finding | null {
  return intents.abuse.has(words) ? answer(say.bePolite) : null;
}
