import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectLanguage, groupLetters } from '../../../server/platform/text/detect-language.ts';
import { type Language, languages } from '../../../server/platform/text/languages.ts';
import { readSet } from '../../agents/set.ts';
import { round } from '../support.ts';

/**
 * Makes `letters.json` of `detect-language.ts` from the words and examples of the lexicon, with and without their accents,
 * and prints how many messages of customers (`test/agents`) the present file tells right. `node
 * test/bench/knowledge/fit-languages.ts [--write]`
 */
const root = join(import.meta.dirname, '../../..');
const lexicon = join(root, 'server/areas/knowledge/language/lexicon');
const target = join(root, 'server/platform/text/letters.json');
const groupsKept = 3_000;
/** A group in fewer texts says nothing sure. */
const fewestTexts = 10;
const shortLength = 25;

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

function readTexts(language: Language): string[] {
  const asked: string[][] = Object.values(readJson(join(lexicon, `asked/${language}.json`)));
  const named = globSync('{matters,things}/*.json', { cwd: lexicon }).flatMap((file) =>
    Object.values<Record<string, string[]>>(readJson(join(lexicon, file))).flatMap((words) => words[language] ?? []),
  );
  return [...asked.flat(), ...named];
}

function fit(): Record<string, number[]> {
  const texts = languages.map(readTexts);
  const counts = new Map<string, number[]>();
  for (const [at, ofLanguage] of texts.entries()) {
    for (const text of ofLanguage.flatMap((one) => [...new Set([one, withoutAccents(one)])])) {
      for (const group of new Set(groupLetters(text))) {
        const count = counts.get(group) ?? texts.map(() => 0);
        count[at] = (count[at] ?? 0) + 1;
        counts.set(group, count);
      }
    }
  }
  const weighed = [...counts].flatMap(([group, count]) => {
    const total = count.reduce((sum, each) => sum + each, 0);
    if (total < fewestTexts) return [];
    const logs = count.map((each, at) => Math.log((each + 1) / ((texts[at]?.length ?? 0) + texts.length)));
    const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
    const weights = logs.map((each) => round(each - mean, 1));
    return [{ group, weights, worth: (Math.max(...logs) - Math.min(...logs)) * Math.sqrt(total) }];
  });
  weighed.sort((one, other) => other.worth - one.worth || (one.group < other.group ? -1 : 1));
  return Object.fromEntries(weighed.slice(0, groupsKept).map(({ group, weights }) => [group, weights]));
}

if (process.argv.includes('--write')) {
  const lines = Object.entries(fit()).map(([group, weights]) => `${JSON.stringify(group)}: ${JSON.stringify(weights)}`);
  writeFileSync(target, `{\n  ${lines.join(',\n  ').replaceAll(',-', ', -').replaceAll(/,(\d)/g, ', $1')}\n}\n`);
}

for (const half of ['fitted', 'held-out'] as const) {
  const told = { all: 0, right: 0, short: 0, rightOfShort: 0 };
  for (const shop of readSet(half)) {
    for (const { text, class: kind, language = shop.language } of shop.messages) {
      if (kind === 'mixed') continue;
      const isRight = detectLanguage(text) === language ? 1 : 0;
      const isShort = text.length < shortLength ? 1 : 0;
      told.all += 1;
      told.right += isRight;
      told.short += isShort;
      told.rightOfShort += isShort * isRight;
    }
  }
  process.stdout.write(
    `${half}: ${round((100 * told.right) / told.all, 1)} % of ${told.all} messages, ${round((100 * told.rightOfShort) / told.short, 1)} % of ${told.short} short ones\n`,
  );
}
