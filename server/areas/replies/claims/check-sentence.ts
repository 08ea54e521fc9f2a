import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../platform/text/languages.ts';
import { findBrokenRule } from '../decide/local/rules.ts';
import type { ReplyContext, ReplyTrace, ToolUse } from '../reply.ts';
import { supportsAmounts } from './check-amounts.ts';
import { agreesWithHours, saysHours } from './check-hours.ts';
import { countSupported, type Support, supportWords } from './check-words.ts';
import { findForeignLink, findForeignPhone } from './contacts.ts';
import { findAmounts } from './find-amounts.ts';
import { findNamedOffers, isNamedWhole, type KnownFact, toOffers } from './known-facts.ts';
import { type Measure, readMeasures } from './measures.ts';
import { daysOf, isSameTime, type Moment, readMoments } from './moments.ts';
import { readAmounts } from './read-amounts.ts';
import { type ClaimWord, plain, readClaimWords } from './read-claims.ts';
import * as speech from './speech-acts.ts';

export type CutReason = ReplyTrace['cut'][number]['why'];

/** What the sentences of an answer are compared with. */
export interface Claims {
  context: ReplyContext;
  language: Language;
  languages: Language[];
  known: KnownFact[];
  uses: ToolUse[];
  /** What the customer asked, as it is compared. */
  asked: { words: ClaimWord[]; moments: Moment[]; offers: KnownFact[] };
  /** The facts that support the sentence before. */
  before: KnownFact[];
}

/** What a sentence turned out to be: `fact` is supported and answers, `bare` says something only together with a fact. */
export type Verdict =
  | { kind: 'fact'; used: KnownFact[] }
  | { kind: 'question' | 'courtesy' }
  | { kind: 'bare'; said: 'yes' | 'no' | null }
  | { kind: 'cut'; why: CutReason };

const cut = (why: CutReason): Verdict => ({ kind: 'cut', why });

/** Compares one sentence of a model with the facts. The customer's words support nothing, but tell what "it" is. */
export function checkSentence(claims: Claims, sentence: string): Verdict {
  const { context, languages, known } = claims;
  const all = known.map(({ fact }) => `${fact.question ?? ''}\n${fact.text}`).join('\n');
  if (findForeignLink(sentence, all)) return cut('link');
  if (findForeignPhone(sentence, all)) return cut('phone');
  if (findBrokenRule(context, sentence)) return cut('rule');
  const text = plain(hideAmounts(sentence), languages);
  if (speech.isCourtesy(text) || !/[\p{L}\p{N}]/u.test(sentence)) return { kind: 'courtesy' };
  const said = speech.readYes(text);
  if (said) return { kind: 'bare', said };
  const hasSlots = known.some(({ fact }) => fact.slots);
  const moments = readMoments(text, hasSlots || saysHours(text), context.workspace.country).map((moment) =>
    inMonth(moment, claims.asked.moments),
  );
  const measures = readMeasures(text, moments);
  const words = readClaimWords(text, languages, [...moments, ...measures]);
  const read: Read = { sentence, text, moments, measures, words };
  return findDeed(claims, read) ?? checkClaims(claims, read);
}

interface Read {
  sentence: string;
  text: string;
  moments: Moment[];
  measures: Measure[];
  words: ClaimWord[];
}

const contacts = [/(?:https?:\/\/|www\.)\S+/gi, /\+?\d[\d\s().-]{6,24}\d/g];

/** Stands for what is judged by itself. */
const hidden = '¤';

/** The sentence with a sign in place of each amount, link and number of a phone, which are judged by themselves. */
function hideAmounts(sentence: string): string {
  let shown = '';
  let copied = 0;
  for (const { start, end } of findAmounts(sentence)) {
    if (start < copied) continue;
    shown += `${sentence.slice(copied, start)}${hidden}`;
    copied = end;
  }
  const rest = (shown + sentence.slice(copied)).replaceAll(/\S+/g, (word) => (word.includes('@') ? hidden : word));
  return contacts.reduce((text, contact) => text.replaceAll(contact, hidden), rest);
}

/** Cuts what is said to be done or promised, unless it was done, or a fact says the same. */
function findDeed({ known, uses }: Claims, { text, words }: Read): Verdict | null {
  const content = words.filter(({ isContent }) => isContent);
  const isTold = known.some(
    (one) => one.promises && content.length > 0 && countSupported(one, content) === content.length,
  );
  if (speech.claimsDone(text)) {
    if (speech.claimsLead(text) && uses.some(({ tool }) => tool === 'create_lead')) return { kind: 'fact', used: [] };
    return cut('action');
  }
  return speech.promises(text) && !isTold ? cut('promise') : null;
}

const soldOut =
  /\b(?:esgotad|agotad|sold out|out of stock|indisponivel|unavailable|em falta|acabou|acabaram|se acabo|ya no)/;

function checkClaims(claims: Claims, read: Read): Verdict {
  const { known, context, asked, before } = claims;
  const { sentence, text, moments, measures } = read;
  const isQuestion = speech.asks(text);
  const gone = known
    .filter(({ fact, name }) => fact.kind === 'gone' && name.length > 0)
    .filter((one) => isNamedWhole(one, read.words));
  if (gone.length > 0 && !soldOut.test(text) && !read.words.some(({ isDenied }) => isDenied))
    return cut('availability');
  const isGone = (word: ClaimWord) =>
    gone.some((one) => one.name.some((part) => [...part.keys].some((key) => word.keys.has(key))));
  const words = withoutRefusal(text, read.words).map((word) => (isGone(word) ? { ...word, isContent: false } : word));
  const sold = known.filter(({ fact }) => fact.kind !== 'gone');
  const named = findNamedOffers(
    words.filter(({ isContent }) => isContent),
    sold,
  );
  const about = before.filter(({ fact }) => fact.offer !== undefined);
  const offers = [...new Set([...named, ...(about.length > 0 ? about : asked.offers)])];
  const support: Support = { known: sold, offers, before };
  const subject =
    named.length > 0 ? '' : about.length > 0 ? about.map(({ fact }) => fact.offer).join(', ') : context.text;
  const amounts = readAmounts(sentence, toOffers(sold.map(({ fact }) => fact)), subject);
  const isPriced = supportsAmounts(
    plain(sentence, claims.languages),
    amounts,
    words,
    support,
    context.workspace.country,
  );
  if (!isPriced) return cut('price');
  if (isQuestion) return checkQuestion(claims, { ...read, words }, support);
  const isOpen = moments.length > 0 || saysHours(text) ? momentSupport(claims, read, words) : [];
  if (!isOpen) return cut('number');
  const { used, missing } = supportWords(words, support);
  if (missing) return cut(whyMissing(sentence, text, missing));
  const hasContent = words.some(({ isContent }) => isContent);
  const sources = [
    ...used,
    ...before,
    ...isOpen,
    ...(hasContent ? [] : sold.filter((one) => countSupported(one, asked.words) > 0)),
  ];
  const isMeasured = measures.every(({ kind, value }) =>
    sources.some((one) =>
      one.measures.some((other) => other.value === value && (other.kind === kind || kind === 'number')),
    ),
  );
  if (!isMeasured) return cut('number');
  const states =
    hasContent ||
    amounts.length > 0 ||
    moments.length > 0 ||
    measures.length > 0 ||
    gone.length > 0 ||
    saysHours(text) ||
    text.includes(hidden);
  if (speech.beginsWithYes(text) && deniesAsked(used, asked.words)) return cut('unsupported');
  return states ? { kind: 'fact', used: [...used, ...isOpen] } : { kind: 'bare', said: null };
}

/** The words outside of a clause that refuses: "I can't offer discounts" claims nothing. */
function withoutRefusal(text: string, words: ClaimWord[]): ClaimWord[] {
  if (!speech.refuses(text)) return words;
  const refusing = new Set(words.filter(({ isDenied }) => isDenied).map(({ clause }) => clause));
  return words.map((word) => (refusing.has(word.clause) ? { ...word, isContent: false } : word));
}

/** The facts that support the days and times of a sentence, empty for the business hours; null if nothing does. */
function momentSupport(claims: Claims, { text, moments }: Read, words: ClaimWord[]): KnownFact[] | null {
  const { context, known, language, asked } = claims;
  const content = words.filter(({ isContent }) => isContent);
  if (moments.length > 0) {
    const slots = known.filter((one) => one.fact.slots);
    if (slots.length > 0 && fitsSlots(slots, moments, context)) return slots;
    const told = known.find(
      (one) =>
        one.moments.length > 0 &&
        moments.every((moment) => one.moments.some((other) => isSameMoment(moment, other))) &&
        countSupported(one, content) > 0,
    );
    if (told) return [told];
  }
  const isAboutOpening = saysHours(text) || (moments.length > 1 && presence.test(text));
  if (!isAboutOpening) return moments.length === 0 ? [] : null;
  if (agreesWithHours(context, language, text, moments, asked.moments)) return [];
  // "Open" may be said of anything but the shop, as long as facts say it.
  return moments.length === 0 &&
    content.some((word) => known.some((one) => one.fact.kind !== 'shop' && countSupported(one, [word]) > 0))
    ? []
    : null;
}

/** "We are here from nine to six" tells hours without a word of opening. */
const presence = /\b(?:estamos|ficamos|we are|we're)\b/;

/** A day without a month is one of the month that was asked about. */
function inMonth(moment: Moment, asked: Moment[]): Moment {
  if (moment.what.kind !== 'date' || moment.what.month > 0) return moment;
  const date = asked.flatMap(({ what }) => (what.kind === 'date' && what.month > 0 ? [what] : []))[0];
  return date ? { ...moment, what: { ...moment.what, month: date.month } } : moment;
}

function fitsSlots(slots: KnownFact[], moments: Moment[], { agent, workspace, now }: ReplyContext): boolean {
  const today = Temporal.Instant.from(now)
    .toZonedDateTimeISO(agent.businessHours?.timezone ?? workspace.timezone)
    .toPlainDate();
  const days = moments.filter(({ what }) => what.kind !== 'time').map(({ what }) => daysOf(what, today).map(String));
  const meant = slots.filter(
    ({ fact }) => days.length === 0 || days.some((day) => day.includes(fact.slots?.day ?? '')),
  );
  const isKnownDay = days.every((day) => meant.some(({ fact }) => day.includes(fact.slots?.day ?? '')));
  const times = meant
    .flatMap(({ fact }) => fact.slots?.times ?? [])
    .map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return (
    isKnownDay && moments.every(({ what }) => what.kind !== 'time' || times.some((minute) => isSameTime(what, minute)))
  );
}

const isSameMoment = ({ what: one }: Moment, { what: other }: Moment): boolean => {
  if (one.kind === 'time' && other.kind === 'time')
    return isSameTime(one, other.minute) || isSameTime(other, one.minute);
  return JSON.stringify(one) === JSON.stringify(other);
};

const grave =
  /\b(?:free|gratis|gratuit[oa]s?|brindes?|regalos?|gift|descontos?|descuentos?|discounts?|promo\w*|ofertas?|deals?|metade|mitad|half)\b/;

/** A question may use the customer's own words; what it offers must be true. */
function checkQuestion(
  { asked, languages, known }: Claims,
  { words, measures, sentence }: Read,
  support: Support,
): Verdict {
  const content = words.filter(({ isContent }) => isContent);
  const isHeard = (word: ClaimWord) => asked.words.some((other) => [...other.keys].some((key) => word.keys.has(key)));
  const isTold = (word: ClaimWord) => known.some((one) => countSupported(one, [{ ...word, isDenied: false }]) > 0);
  const strange = content.filter((word) => !isHeard(word) && !isTold(word));
  const risky = content.find(
    (word) => grave.test(word.word) && !support.known.some((one) => countSupported(one, content) === content.length),
  );
  if (risky) return cut('promise');
  const name = strange.find((word) => isName(sentence, word, languages));
  if (name) return cut('name');
  if (strange.length > 1 || (strange.length > 0 && strange.length >= content.length && content.length > 1))
    return cut('unsupported');
  const heard = readMeasures(asked.words.map(({ word }) => word).join(' '), []);
  const isMeasured = measures.every(({ value }) =>
    [...heard, ...known.flatMap((one) => one.measures)].some((other) => other.value === value),
  );
  return isMeasured ? { kind: 'question' } : cut('number');
}

const isName = (sentence: string, { word }: ClaimWord, languages: Language[]): boolean =>
  [...sentence.matchAll(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{M}]+/gu)].some(([name]) => plain(name, languages) === word);

const offers =
  /\b(?:tem|temos|vende\w*|oferec\w*|trabalh\w*|fazemos|tenemos|hay|vend\w*|ofrec\w*|manejamos|hacemos|have|sell|offer|stock|carry|there's|there is|there are|do)\b/;

function whyMissing(sentence: string, text: string, missing: ClaimWord): CutReason {
  if (isName(sentence, missing, ['pt', 'es', 'en'])) return 'name';
  return offers.test(text) ? 'item' : 'unsupported';
}

const mentioned = (facts: KnownFact[], words: ClaimWord[]) =>
  words.flatMap(({ keys }) =>
    facts.flatMap((one) => [...keys].flatMap((key) => one.keys.get(key) ?? one.asked.get(key) ?? [])),
  );

/** Whether facts say a yes or a no of what the customer asked; either, if nothing was said. */
export function agreesWithAsked(facts: KnownFact[], asked: ClaimWord[], said: 'yes' | 'no' | null): boolean {
  const found = mentioned(facts, asked);
  return said === null ? found.length > 0 : found.some(({ told, denied }) => (said === 'yes' ? told : denied));
}

/** Whether facts name what the customer asked, only to deny it. */
function deniesAsked(facts: KnownFact[], asked: ClaimWord[]): boolean {
  const found = mentioned(facts, asked);
  return found.length > 0 && found.every(({ told }) => !told);
}
