import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { messageClasses, readSet } from '../agents/set.ts';
import type { Verdict } from './agents/judge-answer.ts';
import { type Played, playShop } from './agents/play-shop.ts';
import { quantile, round } from './support.ts';

/**
 * What agents reply to customers as they type: every message of the shops in `test/agents`, by half, language and class.
 * `npm run bench:agents -- [--half fitted|held-out] [--shop ID] [--misses FILE] [--json FILE]`
 * `--misses` writes each message of the fitted half that was not answered as it should, one JSON object a line.
 */
const halves = ['fitted', 'held-out'] as const;
type Half = (typeof halves)[number];

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    shop: { type: 'string' },
    misses: { type: 'string' },
    json: { type: 'string' },
  },
});
const asked = halves.filter((half) => options.half === undefined || half === options.half);
if (asked.length === 0) throw new Error(`--half is one of: ${halves.join(', ')}`);
if (options.misses !== undefined && options.half !== 'fitted') {
  throw new Error('--misses needs --half fitted: nothing may be fitted on the held-out half');
}

/** Counts and shares of one row; `null` where no message of the kind was asked. */
interface Totals {
  answerable: number;
  unanswerable: number;
  counts: Record<Verdict | 'invented' | 'wrong_language', number>;
}

function total(played: Played[]): Totals {
  const count = (test: (one: Played) => boolean) => played.filter(test).length;
  const of = (verdict: Verdict) => count((one) => one.verdict === verdict);
  return {
    answerable: count(({ message }) => message.answerable),
    unanswerable: count(({ message }) => !message.answerable),
    counts: {
      right: of('right'),
      incomplete: of('incomplete'),
      off_topic: of('off_topic'),
      fell_back: of('fell_back'),
      handed_over: of('handed_over'),
      answered: of('answered'),
      invented: count(({ invented }) => invented.length > 0),
      wrong_language: count(({ isWrongLanguage }) => isWrongLanguage),
    },
  };
}

function rowsOf(played: Played[]): [string, Totals][] {
  const languages = [...new Set(played.map(({ shop }) => shop.language))];
  const shops = [...new Set(played.map(({ shop }) => shop.id))];
  const rows: [string, Played[]][] = [
    ['all', played],
    ...languages.map((name): [string, Played[]] => [name, played.filter(({ shop }) => shop.language === name)]),
    ...messageClasses.map((name): [string, Played[]] => [name, played.filter(({ message }) => message.class === name)]),
    ...shops.map((id): [string, Played[]] => [id, played.filter(({ shop }) => shop.id === id)]),
  ];
  return rows.map(([name, some]) => [name, total(some)]);
}

const headings = [
  ['', 'answerable', 'right', 'incomplete', 'off topic', 'fell back'],
  ['not answerable', 'handed over', 'answered', 'invented', 'wrong language'],
].flat();

/** A row of a table in Markdown. */
function writeRow(name: string, { answerable, unanswerable, counts }: Totals): string {
  const share = (count: number, of: number) => (of === 0 ? '–' : `${count} (${Math.round((count / of) * 100)} %)`);
  const { right, incomplete, off_topic, fell_back, handed_over, answered, invented, wrong_language } = counts;
  const ofAnswerable = [right, incomplete, off_topic, fell_back].map((count) => share(count, answerable));
  const ofUnanswerable = [handed_over, answered].map((count) => share(count, unanswerable));
  const cells = [name, answerable, ...ofAnswerable, unanswerable, ...ofUnanswerable, invented, wrong_language];
  return `| ${cells.join(' | ')} |`;
}

const toMiss = ({ shop, message, answer, verdict, invented, isWrongLanguage }: Played) => ({
  id: message.id,
  shop: shop.id,
  class: message.class,
  text: message.text,
  follows: message.follows,
  verdict,
  invented,
  isWrongLanguage,
  must: message.must,
  mustNot: message.mustNot,
  why: message.why,
  kind: answer.kind,
  answer: answer.text,
  sources: answer.trace.sources,
  understood: answer.trace.understood,
  scores: answer.trace.scores,
});

const isGood = ({ verdict, invented, isWrongLanguage }: Played): boolean =>
  (verdict === 'right' || verdict === 'handed_over') && invented.length === 0 && !isWrongLanguage;

async function measure(half: Half): Promise<object | null> {
  const shops = readSet(half).filter(({ id }) => options.shop === undefined || id === options.shop);
  if (shops.length === 0) return null;
  const played: Played[] = [];
  for (const shop of shops) played.push(...(await playShop(shop)));
  const rows = rowsOf(played);
  const times = played.map(({ ms }) => ms);
  const p50 = round(quantile(times, 0.5), 1);
  const p95 = round(quantile(times, 0.95), 1);
  console.log(`\n${half}: ${shops.length} shops, ${played.length} messages; p50 ${p50} ms, p95 ${p95} ms\n`);
  console.log(`| ${headings.join(' | ')} |\n|${headings.map(() => '---|').join('')}`);
  for (const [name, totals] of rows) console.log(writeRow(name, totals));
  if (options.misses !== undefined) {
    const misses = played.filter((one) => !isGood(one)).map((one) => `${JSON.stringify(toMiss(one))}\n`);
    writeFileSync(options.misses, misses.join(''));
  }
  return { p50Ms: p50, p95Ms: p95, rows: Object.fromEntries(rows) };
}

const results: Partial<Record<Half, object>> = {};
for (const half of asked) {
  const measured = await measure(half);
  if (measured) results[half] = measured;
}
if (Object.keys(results).length === 0) throw new Error('No shop of the set was asked');
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
