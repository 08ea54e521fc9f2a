import { fill } from '../../../../platform/text/fill.ts';
import type { ReplyContext, ReplyTrace } from '../../reply.ts';
import { formatMoney } from './format-money.ts';
import { intents } from './intents.ts';
import type { Phrases } from './phrases.schemas.ts';
import { findNamed, isSameWord, readNamingWords, sayings } from './words.ts';

type Source = ReplyTrace['sources'][number];

/** A catalog item or a service, as the owner has configured it. */
interface Offer {
  kind: 'catalog' | 'service';
  id: string;
  name: string;
  description: string | null;
  category: string | null;
  /** Null if the owner has set none. */
  price: number | null;
  durationMinutes: number | null;
  isActive: boolean;
}

export interface OfferAnswer {
  text: string;
  sources: Source[];
  /** Whether the offer is known but the requested fact is not. */
  isMiss: boolean;
}

const mostListed = 10;
const services = sayings('servico, servicos, service, services, servicio, servicios');

const listOffers = ({ items, agent }: ReplyContext): Offer[] => [
  ...items.map((item) => ({
    kind: 'catalog' as const,
    id: item.id,
    name: item.name,
    description: item.description,
    category: item.category,
    price: item.price,
    durationMinutes: null,
    isActive: item.active,
  })),
  ...agent.services.map((service) => ({ kind: 'service' as const, ...service, category: null, isActive: true })),
];

/**
 * Answers questions about prices, durations and availability from catalog items and services, the only sources of
 * prices. Null if the message asks for none of these or names no offer.
 */
export function answerOffers(context: ReplyContext, words: string[], say: Phrases): OfferAnswer | null {
  const offers = listOffers(context);
  const named = findNamed(context.text, offers);
  if (named.length === 0) return asksForAll(words) ? listAll(context, offers, words, say) : null;
  if (intents.price.has(words)) return tellPrices(context, named, say);
  if (intents.duration.has(words)) return tellDuration(named, say);
  if (intents.available.has(words))
    return isAboutOffers(context.text, named) ? tellAvailable(context, named, say) : null;
  if (intents.menu.has(words)) return listAll(context, offers, words, say);
  return null;
}

/** Describes the offers that a message names without asking anything specific. */
export function describeOffers(context: ReplyContext, say: Phrases): OfferAnswer | null {
  const named = findNamed(
    context.text,
    listOffers(context).filter(({ isActive }) => isActive),
  );
  if (!isAboutOffers(context.text, named)) return null;
  return toAnswer(
    named,
    named
      .slice(0, mostListed)
      .map((offer) => describe(context, offer, say))
      .join('\n'),
  );
}

/** Whether the message names an offer. */
export const namesOffer = (context: ReplyContext): boolean => findNamed(context.text, listOffers(context)).length > 0;

/** Whether a message is mainly about the named offers: "delivery" is, "parking during delivery" is not. */
function isAboutOffers(text: string, named: Offer[]): boolean {
  const known = named.flatMap(({ name, category, description }) =>
    readNamingWords(`${name} ${category ?? ''} ${description ?? ''}`),
  );
  const asked = readNamingWords(text);
  const found = asked.filter((word) => known.some((other) => isSameWord(word, other)));
  return found.length * 2 > asked.length;
}

const asksForAll = (words: string[]): boolean =>
  intents.menu.has(words) || (intents.price.has(words) && intents.price.only(words));

function listAll(context: ReplyContext, offers: Offer[], words: string[], say: Phrases): OfferAnswer | null {
  const active = offers.filter(({ isActive }) => isActive);
  const items = active.filter(({ kind }) => kind === 'catalog');
  const asked = items.length === 0 || services.has(words) ? active.filter(({ kind }) => kind === 'service') : items;
  if (asked.length === 0) return null;
  const shown = asked.slice(0, mostListed);
  const heading = asked[0]?.kind === 'service' ? say.services : say.menu;
  const lines = shown.map((offer) => `• ${toLine(context, offer, say)}`);
  return toAnswer(shown, [heading, ...lines, ...(asked.length > mostListed ? [say.more] : [])].join('\n'));
}

function tellPrices(context: ReplyContext, named: Offer[], say: Phrases): OfferAnswer {
  const active = named.filter(({ isActive }) => isActive);
  if (active.length === 0) return tellGone(named, say);
  const priced = active.filter(({ price }) => price !== null).slice(0, mostListed);
  const [first] = priced;
  if (!first) return { ...toAnswer(active, fill(say.priceUnknown, { name: active[0]?.name ?? '' })), isMiss: true };
  if (priced.length === 1)
    return toAnswer(
      priced,
      fill(say.price, { name: first.name, price: formatMoney(first.price ?? 0, context.workspace) }),
    );
  return toAnswer(priced, [say.prices, ...priced.map((offer) => `• ${toLine(context, offer, say)}`)].join('\n'));
}

function tellDuration(named: Offer[], say: Phrases): OfferAnswer | null {
  const timed = named.filter(({ durationMinutes }) => durationMinutes !== null).slice(0, mostListed);
  if (timed.length === 0) return null;
  const tell = ({ name, durationMinutes }: Offer) => fill(say.duration, { name, minutes: durationMinutes ?? 0 });
  return toAnswer(timed, timed.map(tell).join('\n'));
}

function tellAvailable(context: ReplyContext, named: Offer[], say: Phrases): OfferAnswer {
  const active = named.filter(({ isActive }) => isActive).slice(0, mostListed);
  const [first] = active;
  if (!first) return tellGone(named, say);
  if (active.length === 1) return toAnswer(active, fill(say.available, { name: describe(context, first, say) }));
  return toAnswer(active, [say.menu, ...active.map((offer) => `• ${toLine(context, offer, say)}`)].join('\n'));
}

const tellGone = (named: Offer[], say: Phrases): OfferAnswer =>
  toAnswer(named, named.map(({ name }) => fill(say.unavailable, { name })).join('\n'));

/** One line, such as "Calabresa – R$ 49,90". */
function toLine({ workspace }: ReplyContext, { name, price, durationMinutes }: Offer, say: Phrases): string {
  const facts = [
    ...(price === null ? [] : [formatMoney(price, workspace)]),
    ...(durationMinutes === null ? [] : [fill(say.minutes, { minutes: durationMinutes })]),
  ];
  return facts.length === 0 ? name : `${name} – ${facts.join(', ')}`;
}

const describe = (context: ReplyContext, offer: Offer, say: Phrases): string =>
  [toLine(context, offer, say), ...(offer.description ? [offer.description.trim().replace(/\.$/, '')] : [])].join('. ');

const toAnswer = (offers: Offer[], text: string): OfferAnswer => ({
  text,
  isMiss: false,
  sources: offers.slice(0, mostListed).map(({ kind, id, name }) => ({ kind, id, title: name, score: 1 })),
});
