import { fold } from '../../../../platform/database/fold.ts';

/** A length of time as a text states it. */
export interface Duration {
  text: string;
  /** Whether a number of minutes agrees with it; "about" leaves a quarter more or less. */
  includes(minutes: number): boolean;
}

const pattern =
  /\b(\d{1,3}|uma?|one|an?|un[ao]?|duas|dois|dos|two|tres|three|quatro|cuatro|four|meia|media|half)(?: ?(?:a|-|–|to|ou|o|or|e|y) ?(\d{1,3}|duas|dois|dos|two|tres|three|quatro|cuatro|four))? ?(?:an )?(horas?|hours?|hrs?|h|minutos?|minutes?|mins?|min)(?: ?(?:e|y|and)? ?(meia|media|a half|\d{1,2}))?\b/g;
const values: Record<string, number> = {
  ...{ um: 1, uma: 1, one: 1, a: 1, an: 1, un: 1, una: 1, uno: 1, dois: 2, duas: 2, dos: 2, two: 2, tres: 3, three: 3 },
  ...{ quatro: 4, cuatro: 4, four: 4, meia: 0.5, media: 0.5, half: 0.5 },
};
const about =
  /\b(?:pouco mais|poco mas|just over|a little|over|mais de|mas de|cerca|aprox\w*|mais ou menos|mas o menos|uns|umas|unos|unas|media|about|around|roughly|up to|ate|hasta|depend\w*|geralmente|normalmente|usually|pode|puede|can|may|a partir)\b/;

/** The lengths of time in a sentence, in Portuguese, Spanish or English: "1h30", "de 40 a 60 minutos", "an hour and a half". */
export function readDurations(sentence: string): Duration[] {
  const said = fold(sentence);
  const slack = about.test(said) ? 0.25 : 0;
  return [...said.matchAll(pattern)].map(([text, low = '', high, unit = '', rest]) => {
    const factor = unit.startsWith('h') ? 60 : 1;
    const toMinutes = (word: string) => (values[word] ?? Number(word)) * factor;
    const extra = rest === undefined ? 0 : /^\d/.test(rest) ? Number(rest) : factor / 2;
    const from = toMinutes(low) + extra;
    const to = high === undefined ? from : toMinutes(high) + extra;
    return { text, includes: (minutes) => minutes >= from * (1 - slack) && minutes <= to * (1 + slack) };
  });
}
