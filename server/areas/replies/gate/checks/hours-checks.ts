import { fold } from '../../../../platform/database/fold.ts';
import { readWords, sayings } from '../../decide/local/words.ts';
import type { Check, Finding } from '../check.ts';
import { asksForHours, findOtherTime, tellsTime } from '../hours-cases.ts';
import type { Subject } from '../subject.ts';
import { type OwnerText, splitSentences } from '../texts.ts';

/** Checks of what texts say about opening hours. */
export const hoursChecks: Check[] = [
  {
    ...{ capability: 'keeps_hours', flavour: 'missing', expected: 'hours' },
    find: ({ agent }, texts) => {
      if (agent.businessHours !== null) return [];
      const text = texts.find((one) => openingSentences(one).some((sentence) => tellsTime(sentence)));
      return text ? [{ advice: 'hoursMissing', about: text.title, text }] : [];
    },
  },
  {
    ...{ capability: 'keeps_hours', flavour: 'times', expected: 'hours' },
    find: (subject, texts) =>
      texts.flatMap((text) => {
        const about = openingSentences(text)
          .map((sentence) => findOtherTime(subject, sentence))
          .find((time) => time !== null);
        return about ? [{ advice: 'hoursDiffer', about, text }] : [];
      }),
  },
  { capability: 'keeps_hours', flavour: 'weekdays', expected: 'hours', find: findWrongDays },
  {
    ...{ capability: 'keeps_hours', flavour: 'reply_time', expected: 'closed' },
    find: ({ agent }, texts) =>
      texts
        .filter(({ kind }) => kind === 'closed' && agent.businessHours !== null)
        .flatMap((text) => {
          const about = splitSentences(text.text).find((sentence) => promisesReply.test(fold(sentence)));
          return about === undefined ? [] : [{ advice: 'promisesReply', about: about.slice(0, 120), text }];
        }),
  },
];

/** A promise to answer within the hour, which nobody keeps while the shop is closed. */
const promisesReply =
  /\b(?:respond\w+|retorn\w+|contest\w+|atend\w+|answer\w*|repl(?:y|ies)|respond|get back|be with you)\b.{0,30}?\b(?:\d{1,2} ?(?:min\w*)|(?:1|uma|una|one|an) ?(?:hora|hour|h)|imediatamente|na hora|em instantes|em segundos|inmediatamente|al instante|en segundos|en seguida|immediately|right away|instantly|in seconds)\b/;

/** Says in the shop's own name when it is open: "Abrimos às 9h". */
const saysOpening =
  /\b(?:abrimos|fechamos|funcionamos|estamos (?:abertos?|abertas?|abiert[oa]s?|fechad[oa]s?|cerrad[oa]s?)|a loja (?:abre|fecha|funciona)|cerramos|la tienda (?:abre|cierra)|horarios? de (?:funcionamento|atendimento|atencion)|nosso horario|nuestro horario|atendemos (?:de|das|todos|aos?|ate|los|hasta)|we(?:'re| are)? (?:open|close|closed)|our (?:opening |business )?hours|open(?:ing)? hours|the shop (?:opens|closes))\b/;
const asksForDays = /\b(?:abr\w+|fech\w+|funciona\w*|cierra\w*|open|close[ds]?|abert[oa]s?|abiert[oa]s?)\b/;
/** What has hours of its own, or is no weekly rule. */
const ownHours =
  /\b(?:entrega\w*|delivery|deliver\w*|envios?|reparto|domicilio|cozinha|cocina|kitchen|aulas?|clases?|class\w*|turmas?|feriad\w*|festiv\w*|holidays?|natal|navidad|christmas|ano novo|new year|pascoa|semana santa|easter|plantao|emergenc\w*|happy hour|cafe da manha|desayuno|breakfast|check\W?in|check\W?out|piscina|pool|janeiro|fevereiro|marco|dezembro|julho|enero|diciembre|julio|january|december|july|primeiro|ultimo|primer|first|last|inscric\w*|inscripc\w*|pedidos|orders|reservas?|encomendas?|retirada|pickup|telefone|telefono|phone|happy|show|festa|fiesta|party|evento\w*|events?|vagas?|estacionamento|parking|salvo|exceto|excepto|except|24 ?h\w*)\b/;

/** The sentences of a text that tell the opening hours of the shop itself. */
function openingSentences(text: OwnerText): string[] {
  if (text.kind === 'passage' || text.kind === 'offer') return [];
  const asked = fold(text.asked);
  const isAsked = asked !== '' && !ownHours.test(asked) && (asksForHours.test(asked) || asksForDays.test(asked));
  return splitSentences(text.text).filter((sentence) => {
    const said = fold(sentence);
    return !ownHours.test(said) && (isAsked || saysOpening.test(said));
  });
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];
const dayWords: Record<string, Day> = Object.fromEntries(
  (
    [
      ['mon', 'segunda segundas monday mondays mon lunes'],
      ['tue', 'terca tercas tuesday tuesdays tue tues martes'],
      ['wed', 'quarta quartas wednesday wednesdays wed miercoles'],
      ['thu', 'quinta quintas thursday thursdays thu thurs jueves'],
      ['fri', 'sexta sextas friday fridays fri viernes'],
      ['sat', 'sabado sabados saturday saturdays sat'],
      ['sun', 'domingo domingos sunday sundays sun'],
    ] as [Day, string][]
  ).flatMap(([day, words]) => words.split(' ').map((word) => [word, day])),
);
const opens = sayings(
  'abrimos, abre, abrem, abren, aberto, abertos, aberta, abertas, abierto, abiertos, abierta, abiertas, funcionamos, funciona, atendemos, open, opens, sim, si, yes',
);
const closes = sayings(
  'fechado, fechados, fechada, fechadas, fechamos, fecha, nao abrimos, nao abre, nao abrem, nao funcionamos, nao atendemos, cerrado, cerrados, cerrada, cerramos, cierra, no abrimos, no abre, no abren, no atendemos, closed, close, not open, don t open, do not open, aren t open, nao',
);
const denies = sayings('nao, no');
const everyDay = sayings(
  'todos os dias, todo dia, todos los dias, every day, daily, seven days a week, 7 days a week, sete dias por semana',
);
const rangeWords = new Set(['a', 'ate', 'al', 'to', 'through', 'thru', 'till', 'until', 'hasta', 'feira']);

/** Texts that say the shop is open on a weekday on which it never is, or closed on one on which it is. */
function findWrongDays({ agent }: Subject, texts: OwnerText[]): Finding[] {
  const hours = agent.businessHours;
  if (hours === null) return [];
  return texts.flatMap((text): Finding[] => {
    const asked = daysIn(readWords(text.asked));
    const wrong = openingSentences(text)
      .flatMap((sentence, index) => readDays(sentence, index === 0 ? asked : []))
      .find(({ day, isOpen }) => hours.days[day].length > 0 !== isOpen);
    return wrong ? [{ advice: wrong.isOpen ? 'saysOpen' : 'saysClosed', about: wrong.word, text }] : [];
  });
}

/** What a sentence says of weekdays, part by part: "de terça a sábado; domingo fechado". */
function readDays(sentence: string, asked: NamedDay[]): { day: Day; word: string; isOpen: boolean }[] {
  let isOpen: boolean | null = null;
  let isAnswer = false;
  const parts = fold(sentence)
    .replaceAll(/\b(?:e|y|and|mas|pero|but)\b(?= (?:\S+ ){0,3}?(?:fech|cerr|close|nao |no |abr|open))/g, ';')
    .split(/[,;.()!?]|\s[-–—]\s/);
  return parts.flatMap((part, index) => {
    const words = readWords(part);
    const isClosed = closes.has(words) || denies.only(words);
    // A lone "no" answers the question, and says nothing of what follows.
    if (isAnswer) isOpen = null;
    isAnswer = denies.only(words);
    // "Fechamos às 18h" tells a time, and no day off.
    const tellsWhen = tellsTime(part);
    if (isClosed && !tellsWhen) isOpen = false;
    else if (opens.has(words) || tellsWhen) isOpen = true;
    const named = isOpen && everyDay.has(words) ? days.map((day) => ({ day, word: day })) : daysIn(words);
    const told = named.length > 0 || index > 0 ? named : asked;
    return isOpen === null ? [] : told.map(({ day, word }) => ({ day, word, isOpen: isOpen === true }));
  });
}

interface NamedDay {
  day: Day;
  word: string;
}

/** The weekdays that words name, with those within a range ("terça a sexta"). */
function daysIn(words: string[]): NamedDay[] {
  const found: NamedDay[] = [];
  let last: { at: number; day: Day } | null = null;
  for (const [at, word] of words.entries()) {
    const day = Object.hasOwn(dayWords, word) ? dayWords[word] : undefined;
    if (day === undefined) continue;
    const between = last ? words.slice(last.at + 1, at) : [];
    if (
      last &&
      between.length > 0 &&
      between.length <= 3 &&
      between.every((one) => rangeWords.has(one) || one === 'la')
    ) {
      found.push(...daysBetween(last.day, day).map((one) => ({ day: one, word: one })));
    }
    found.push({ day, word });
    last = { at, day };
  }
  return found;
}

/** The days after one weekday and before another. */
function daysBetween(from: Day, to: Day): Day[] {
  const start = days.indexOf(from) + 1;
  const count = (days.indexOf(to) - start + 7) % 7;
  return [...days, ...days].slice(start, start + count);
}
