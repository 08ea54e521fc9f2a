import { fold } from '../../../../platform/database/fold.ts';
import { stemOf } from '../../claims/offer-mentions.ts';
import { readNamingWords, readWords } from '../../decide/local/words.ts';
import { type Check, type Finding, findDiffering, isWithin } from '../check.ts';
import type { Subject } from '../subject.ts';
import { isNegated, type OwnerText, splitSentences } from '../texts.ts';
import { readDurations } from './read-durations.ts';

/** Checks of what FAQs and other texts state about the shop, against each other and against its settings. */
export const faqChecks: Check[] = [
  {
    ...{ capability: 'is_consistent', flavour: 'same_question', expected: 'agreement' },
    find: (_subject, texts) =>
      findDiffering(
        texts.filter(({ kind }) => kind === 'faq'),
        ({ asked }) => questionKey(asked),
        (one, other) => fold(one.text.trim()) !== fold(other.text.trim()),
      ).map(([one, other]) => ({ advice: 'twoAnswers', about: other.title, known: one.title, text: other })),
  },
  {
    ...{ capability: 'answers_from_faq', flavour: 'answers', expected: 'faq' },
    find: (_subject, texts) =>
      texts
        .filter(({ kind, text }) => kind === 'faq' && isStub(text))
        .map((text) => ({ advice: 'noAnswer', about: text.title, text })),
  },
  { capability: 'is_consistent', flavour: 'durations', expected: 'agreement', find: findWrongDurations },
  { capability: 'is_consistent', flavour: 'not_for_sale', expected: 'gone', find: findOfferedAnyway },
  { capability: 'is_consistent', flavour: 'ages', expected: 'agreement', find: findTwoAges },
  { capability: 'is_consistent', flavour: 'bans', expected: 'agreement', find: findBrokenPromises },
];

const articles = new Set(
  readWords(
    'a o as os um uma e el la los las un una the an is are do does voce voces vcs vc ustedes you your de da do del of no na',
  ),
);
/** The words of a question without articles, in any order; null if it has none. */
function questionKey(question: string): string | null {
  const words = readWords(question).filter((word) => !articles.has(word));
  return words.length === 0 ? null : [...new Set(words)].sort().join(' ');
}

const stubs = new Set(
  `todo|tbd|tba|wip|n a|xx|xxx|xxxx|a definir|por definir|a confirmar|por confirmar|em breve|proximamente|coming soon|to do|
   to be defined|to be confirmed|to be announced|fill in|fill this in|preencher|completar|escrever|resposta|resposta aqui|
   respuesta|respuesta aqui|answer|answer here|teste|test|prueba|lorem ipsum|asdf`
    .split('|')
    .map((stub) => stub.trim()),
);
/** A note of the owner's to themselves, in capitals: in small letters it is a word of Portuguese and Spanish. */
const notes = new Set(['todo', 'tbd'].map((word) => word.toUpperCase()));

/** Whether an answer says nothing: no word at all, or a note to fill it in. */
const isStub = (answer: string): boolean => {
  const words = readWords(answer);
  return words.length === 0 || stubs.has(words.join(' ')) || answer.split(/[^\p{L}]/u).some((word) => notes.has(word));
};

/** The one service that a text names, by its whole name; null if it names none or several. */
function serviceIn(text: string, { services }: Subject['agent']): Subject['agent']['services'][number] | null {
  const said = new Set(readNamingWords(text).map(stemOf));
  const wordsOf = (name: string) => new Set(readNamingWords(name).map(stemOf));
  const named = services.filter(({ name }) => isWithin(wordsOf(name), said));
  // "Corte e barba" rather than "Corte".
  return named.find(({ name }) => named.every((other) => isWithin(wordsOf(other.name), wordsOf(name)))) ?? null;
}

const joins = /\b(?:e|y|and|ou|o|or|com|con|with|mais)\b|\+/;
const asksDuration =
  /\b(?:quanto tempo|quantas horas|quantos minutos|dura\w*|demora\w*|leva\w*|how long|takes?|lasts?|duration|cuanto tiempo|cuantas horas|tarda\w*|lleva\w*)\b/;
/** Times that are no length of the service: notice, delay, drying. */
const otherTimes =
  /\b(?:al dia|por dia|ao dia|a day|per day|por semana|a week|per week|antes|anteced\w+|atras\w+|toleranc\w+|espera\w*|depois|apos|previo|despues|retraso|tard[eo]|advance|ahead|before|after|late|notice|wait\w*|arrive|chegue|llega\w*|entrega\w*|deliver\w*|prazo|gratis|free|cancel\w*|keep|kept|hold|past|guard\w+|valid\w*|vale|garant\w+|warrant\w+|guarantee\w*)\b/;

function findWrongDurations({ agent }: Subject, texts: OwnerText[]): Finding[] {
  return texts.flatMap((text): Finding[] => {
    for (const sentence of splitSentences(text.text)) {
      const isAsked = asksDuration.test(fold(sentence)) || asksDuration.test(fold(text.asked));
      if (!isAsked || otherTimes.test(fold(`${text.asked} ${sentence}`))) continue;
      const own = agent.services.find(({ name }) => name === text.offer);
      const asked = serviceIn(text.asked, agent);
      // "How long do a cut and a beard take?" asks of both together.
      const isOne = asked !== null && (joins.test(fold(asked.name)) || !joins.test(fold(text.asked)));
      const service = serviceIn(sentence, agent) ?? own ?? (isOne ? asked : null);
      const [said, ...more] = readDurations(sentence);
      const minutes = service?.durationMinutes ?? null;
      if (!service || minutes === null || !said || more.length > 0 || said.includes(minutes)) continue;
      return [{ advice: 'durationDiffers', about: service.name, said: said.text, known: `${minutes} min`, text }];
    }
    return [];
  });
}

const offers =
  /\b(?:temos|tem sim|sim|disponi\w+|a venda|vendemos|fazemos|tenemos|hay|si|disponible\w*|vendemos|hacemos|yes|we have|we do|we sell|available|in stock|em estoque|en stock|custa|cuesta|costs?|sai por)\b/;
const later =
  /\b(?:em breve|logo|volta\w*|acabou|esgotad\w*|falta|pronto|vuelve\w*|agotad\w*|soon|back|sold out|out of stock|until|ate|hasta)\b/;

/** Texts that offer an item which is not for sale; one of the same name that is for sale makes them right. */
function findOfferedAnyway({ items, agent }: Subject, texts: OwnerText[]): Finding[] {
  const key = (name: string) => readWords(name).join(' ');
  const forSale = new Set([...items.filter(({ active }) => active), ...agent.services].map(({ name }) => key(name)));
  const gone = items.filter(({ active, name }) => !active && !forSale.has(key(name)));
  const says = (text: string, name: string) => ` ${key(text)} `.includes(` ${key(name)} `);
  return texts.flatMap((text) =>
    gone
      .filter(({ name }) =>
        splitSentences(text.text).some((sentence, index) => {
          const isNamed = says(sentence, name) || (index === 0 && says(text.asked, name));
          return isNamed && offers.test(fold(sentence)) && !isNegated(sentence) && !later.test(fold(sentence));
        }),
      )
      .map(({ name }): Finding => ({ advice: 'offersGone', about: name, text })),
  );
}

const minimumAge =
  /\b(?:a partir d[eo]s?|acima d[eo]s?|maiores de|maior de|com|desde los|desde|mayores de|mayor de|con|from|over|at least|ages?|aged|minimum age(?: is| of)?|idade minima(?: e| de)?(?: de)?|edad minima(?: es| de)?(?: de)?|older than|pelo menos|al menos|must be) (?:age |os |los )?(\d{1,2}) ?(?:\+|anos|years?|y\/?o)/;
const ageWords = new Set(
  readWords(
    'idade minima anos ano maiores maior menores edad mayores mayor menores age minimum years year old over least aged from partir acima desde menos precisa ter tener hay que must be need at quantos cuantos pode puede entrar participar a com con os los is of limite limit sim si yes aceitamos atendemos aceptamos accept',
  ),
);

function findTwoAges(_subject: Subject, texts: OwnerText[]): Finding[] {
  const stated = texts.flatMap((text) =>
    splitSentences(text.text).flatMap((sentence) => {
      const age = minimumAge.exec(fold(sentence))?.[1];
      if (age === undefined || !/\b(?:ida|ed)ad\w* |age|anos|years|y\/?o|\+/.test(fold(`${text.asked} ${sentence}`)))
        return [];
      const about = new Set(
        readNamingWords(`${text.asked} ${sentence}`).filter((word) => !ageWords.has(word) && !/^\d+$/.test(word)),
      );
      return [{ text, age, about }];
    }),
  );
  return stated.flatMap((one, index) =>
    stated
      .slice(0, index)
      .filter((other) => other.text !== one.text && other.age !== one.age)
      .filter(({ about }) => isWithin(about, one.about) || isWithin(one.about, about))
      .slice(0, 1)
      .map(
        (other): Finding => ({
          advice: 'twoAges',
          about: other.text.title,
          said: one.age,
          known: other.age,
          text: one.text,
        }),
      ),
  );
}

/** Verbs of offers and promises, by their stem: what a rule forbids with one, no text may do with it. */
const promiseStems = [
  'aceit',
  'acept',
  'accep',
  'garan',
  'guara',
  'warra',
  'vend',
  'sell',
  'ofere',
  'ofrec',
  'offer',
  'prome',
  'promi',
  'entre',
  'deliv',
  'envi',
  'parce',
  'troca',
  'cambi',
  'excha',
  'refun',
  'devol',
  'reemb',
  'alug',
  'alqui',
  'rent',
  'emit',
];
const promiseIn = (word: string): string | undefined => promiseStems.find((stem) => word.startsWith(stem));

/** Texts that promise what a `must_not` rule forbids, in the rule's own verb: "Não aceite cheque", "Aceitamos cheque". */
function findBrokenPromises({ agent }: Subject, texts: OwnerText[]): Finding[] {
  const bans = agent.rules
    .filter(({ kind, active }) => kind === 'must_not' && active)
    .flatMap(({ text }) =>
      text.split(/[.;,]/).flatMap((part) => {
        const words = readNamingWords(part);
        const verb = words.map(promiseIn).find((stem) => stem !== undefined);
        const things = words.filter((word) => promiseIn(word) === undefined && !denials.has(word));
        return verb !== undefined && things.length > 0 ? [{ rule: text, verb, things }] : [];
      }),
    );
  return texts.flatMap((text): Finding[] => {
    const broken = splitSentences(text.text)
      .filter((sentence) => !isNegated(sentence))
      .flatMap((sentence) => {
        const words = readNamingWords(sentence);
        return bans.filter(({ verb, things }) => {
          return words.some((word) => word.startsWith(verb)) && things.every((thing) => words.includes(thing));
        });
      });
    return broken[0] ? [{ advice: 'breaksRule', about: broken[0].rule.slice(0, 120), text }] : [];
  });
}

const denials = new Set(readWords('nao nunca jamais no never not don t do nem ni cliente clientes customer customers'));
