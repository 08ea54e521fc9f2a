import { fill } from '../../../../../platform/text/fill.ts';
import { noSense } from '../../../../knowledge/index.ts';
import type { ReplyContext } from '../../../reply.ts';
import { formatMoney } from '../format-money.ts';
import type { Phrases } from '../phrases.schemas.ts';
import type { Spoken, Term } from '../understand/terms.ts';
import { type Doc, type Fact, implying, keysOf, readDoc } from './fact.ts';

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

/** An offer with its name analysed. */
export interface ReadOffer extends Offer {
  nameDoc: Doc;
  fact: Fact;
}

const mostListed = 12;

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

/** The shop's offers, each as a fact of its own. */
export function readOffers(context: ReplyContext, spoken: Spoken, say: Phrases): ReadOffer[] {
  return listOffers(context).map((offer) => {
    const nameDoc = readDoc(offer.name, spoken);
    const told = [offer.name, offer.category ?? '', offer.description ?? ''].join('\n');
    return {
      ...offer,
      nameDoc,
      fact: {
        kind: offer.kind,
        id: offer.id,
        key: `${offer.kind} ${offer.id}`,
        title: offer.name,
        text: offer.isActive ? describe(context, offer, say) : fill(say.unavailable, { name: offer.name }),
        ask: implying(readDoc(`${offer.name}\n${offer.category ?? ''}`, spoken), ...impliedBy(offer)),
        tell: readDoc(told, spoken),
        sources: [{ kind: offer.kind, id: offer.id, title: offer.name }],
        isGroup: false,
        isMiss: false,
        confidence: 1,
      },
    };
  });
}

/** What an offer answers without saying so. */
const impliedBy = ({ price, durationMinutes, isActive }: Offer): string[] => [
  ...availability,
  ...(price === null || !isActive ? [] : ['price']),
  ...(durationMinutes === null ? [] : ['duration', 'waiting-time']),
];
const availability = ['stock'];

/** The offer without its price, for a question about a price that nobody has set. */
export const tellPriceUnknown = ({ fact }: ReadOffer, say: Phrases): Fact => ({
  ...fact,
  text: fill(say.priceUnknown, { name: fact.title }),
  ask: implying(fact.ask, 'price'),
  isMiss: true,
});

const sameKindWorth = 0.5;

/**
 * The offers that a question names only in part, such as every cake for "the cakes": those whose names share the most
 * words with it. Null if it names none, or one.
 */
export function groupNamed(context: ReplyContext, offers: ReadOffer[], asked: Term[], say: Phrases): Fact | null {
  const keys = new Set(asked.flatMap(keysOf));
  // Who says "creatine" does not mean every supplement: a word counts more than another one of its kind.
  const worth = ({ stems }: Term) => (stems.some((stem) => keys.has(`s:${stem}`)) ? 1 : sameKindWorth);
  const matched = offers
    .filter(({ isActive }) => isActive)
    .map((offer) => {
      const shared = offer.nameDoc.terms.filter((term) => keysOf(term).some((key) => keys.has(key)));
      return { offer, shared, worth: shared.reduce((sum, term) => sum + worth(term), 0) };
    });
  const most = Math.max(0, ...matched.map((each) => each.worth));
  if (most === 0) return null;
  const named = matched.filter((each) => each.worth > most - sameKindWorth / 2);
  const [first, second] = named;
  if (!first || !second || named.some(({ offer, shared }) => shared.length === offer.nameDoc.terms.length)) return null;
  // They are of one kind only if the same words name them all.
  const isCommon = ({ stems, concepts }: Term) =>
    named.every(({ shared }) =>
      shared.some(
        (term) =>
          stems.some((stem) => term.stems.includes(stem)) || concepts.some((each) => term.concepts.includes(each)),
      ),
    );
  const terms = first.shared.filter(isCommon);
  if (terms.length < first.shared.length) return null;
  const keysShared = new Set(named.flatMap(({ shared }) => shared.flatMap(keysOf)));
  const ask: Doc = { terms, keys: keysShared, topics: new Map(), sense: noSense };
  const offersNamed = named.map(({ offer }) => offer);
  return list(context, offersNamed, implying(ask, ...new Set(offersNamed.flatMap(impliedBy))), say);
}

/** The offers of which a question names several, each by words of its own: "the spade and the bird feeder". */
export function listNamed(context: ReplyContext, offers: ReadOffer[], asked: Term[], say: Phrases): Fact | null {
  const keys = new Set(asked.flatMap(keysOf));
  const isSaid = (term: Term) => keysOf(term).some((key) => keys.has(key));
  const named = offers
    .filter(({ isActive }) => isActive)
    .map((offer) => ({ offer, said: offer.nameDoc.terms.filter(isSaid) }))
    .filter(({ offer, said }) => said.length > 0 && said.length >= offer.nameDoc.terms.length * mostOfName)
    .sort((one, other) => other.said.length - one.said.length);
  const chosen: typeof named = [];
  const taken = new Set<string>();
  for (const each of named) {
    if (each.said.some(({ folded }) => taken.has(folded))) continue;
    for (const { folded } of each.said) taken.add(folded);
    chosen.push(each);
  }
  if (chosen.length < 2) return null;
  const terms = chosen.flatMap(({ said }) => said);
  const ask: Doc = { terms, keys: new Set(terms.flatMap(keysOf)), topics: new Map(), sense: noSense };
  const several = chosen.map(({ offer }) => offer);
  return list(context, several, implying(ask, ...new Set(several.flatMap(impliedBy))), say);
}
const mostOfName = 0.5;

/** Everything that is for sale: items, or services. */
export function listAll(context: ReplyContext, offers: ReadOffer[], spoken: Spoken, say: Phrases): Fact[] {
  return (['catalog', 'service'] as const).flatMap((kind) => {
    const all = offers.filter((offer) => offer.kind === kind && offer.isActive);
    if (all.length === 0) return [];
    const doc = implying(readDoc('', spoken), ...menu[kind]);
    return [list(context, all, doc, say)];
  });
}
const menu = {
  catalog: ['catalogue', 'menu', 'price-list'],
  service: ['catalogue', 'service', 'price-list'],
};

function list(context: ReplyContext, offers: ReadOffer[], ask: Doc, say: Phrases): Fact {
  const shown = offers.slice(0, mostListed);
  const kind = shown.some((offer) => offer.kind === 'catalog') ? ('catalog' as const) : ('service' as const);
  const heading = kind === 'service' ? say.services : say.menu;
  const lines = shown.map((offer) => `• ${toLine(context, offer, say)}`);
  return {
    kind,
    id: null,
    key: offers.map(({ id }) => id).join(),
    title: shown.map(({ name }) => name).join(', '),
    text: [heading, ...lines, ...(offers.length > mostListed ? [say.more] : [])].join('\n'),
    ask,
    tell: ask,
    sources: shown.flatMap(({ fact }) => fact.sources),
    isGroup: true,
    isMiss: false,
    confidence: 1,
  };
}

/** One line, such as "Calabresa – R$ 49,90". */
function toLine({ workspace }: ReplyContext, { name, price, durationMinutes }: Offer, say: Phrases): string {
  const facts = [
    ...(price === null ? [] : [formatMoney(price, workspace)]),
    ...(durationMinutes === null ? [] : [fill(say.minutes, { minutes: durationMinutes })]),
  ];
  return facts.length === 0 ? name : `${name} – ${facts.join(', ')}`;
}

const describe = (context: ReplyContext, offer: Offer, say: Phrases): string =>
  [toLine(context, offer, say), ...(offer.description ? [offer.description.trim()] : [])].join('. ');
