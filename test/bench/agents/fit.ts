import { writeFileSync } from 'node:fs';
import { chooseFact } from '../../../server/areas/replies/decide/local/choose/choose-fact.ts';
import { featureNames } from '../../../server/areas/replies/decide/local/choose/measure-fact.ts';
import { type Net, scoreWith } from '../../../server/areas/replies/decide/local/choose/net.ts';
import { gatherFacts, readShop } from '../../../server/areas/replies/decide/local/gather-facts.ts';
import { phrases } from '../../../server/areas/replies/decide/local/phrases.ts';
import { readQuestions } from '../../../server/areas/replies/decide/local/understand/read-questions.ts';
import { readWords } from '../../../server/areas/replies/decide/local/words.ts';
import { contextOf, loadSubject } from '../../../server/areas/replies/gate/subject.ts';
import { emptyTrace } from '../../../server/areas/replies/reply.ts';
import { type MessageInSet, readSet, type ShopInSet } from '../../agents/set.ts';
import { round } from '../support.ts';
import { easy, makeEasy, theHours } from './easy-questions.ts';
import { fold } from './find-invented.ts';
import { contains } from './judge-answer.ts';
import { withShop } from './play-shop.ts';

/**
 * Fits `choose/nets.json` on the fitted half of `test/agents`, and prints what each threshold would do there. Writes the
 * file with `--write`. `node test/bench/agents/fit.ts [--write]`
 */
interface Sample {
  message: MessageInSet;
  shop: string;
  question: string;
  /** The features of each fact, and whether it answers. */
  facts: { features: number[]; isRight: boolean; title: string }[];
  /** 1; less for a question that is made from what the shop tells. */
  weight: number;
}

const netsFile = new URL('../../../server/areas/replies/decide/local/choose/nets.json', import.meta.url);
const hiddenUnits = 8;
const netCount = 3;
/** The shops are divided into so many parts; each is judged by a fit on the others. */
const folds = 5;
const ridge = 3e-3;
const rounds = 250;
const step = 0.05;

/** The number of facts that a text must have and has; 0 if it has one that it must not. */
function countRight({ must, mustNot }: MessageInSet, text: string): number {
  const folded = fold(text);
  if (mustNot.some((wording) => contains(folded, wording))) return 0;
  return must.filter((wordings) => wordings.some((wording) => contains(folded, wording))).length;
}

function textsBefore(messages: MessageInSet[], message: MessageInSet): string[] {
  const before = messages.find(({ id }) => id === message.follows);
  return before ? [...textsBefore(messages, before), before.text] : [];
}

/** What a question that is made from the shop's texts counts beside one of the set. */
const easyWeight = 0.3;

/** Whether facts answer the question before counts, too: `score` gives the odds that they do. */
async function readSamples(shop: ShopInSet, score: ((features: number[]) => number) | null): Promise<Sample[]> {
  return withShop(shop, async ({ platform, workspaceId, agentId }) => {
    const subject = await loadSubject(platform, workspaceId, agentId);
    const samples: Sample[] = [];
    const messages = [...shop.messages, ...makeEasy(shop)];
    for (const message of messages) {
      const history = textsBefore(messages, message).map((text) => ({
        author: 'CONTACT' as const,
        text,
        at: shop.now,
      }));
      const context = contextOf(subject, message.text, { history, now: shop.now });
      const language = message.language ?? shop.language;
      const search = {
        ...{ platform, context, say: phrases[language], words: readWords(message.text), options: {} },
        trace: { ...emptyTrace, language, understood: [], scores: {} },
      };
      const read = readShop(search);
      const { before, questions } = readQuestions(message.text, history, { ...read, language });
      let last = before && score && chooseFact(await gatherFacts(search, read, before, null), score);
      for (const question of questions) {
        const measured = await gatherFacts(search, read, question, last);
        last = score && chooseFact(measured, score);
        const counts = measured.map(({ fact }) =>
          fact.isMiss ? 0 : countRight(message, fact.kind === 'hours' ? `${fact.text} ${theHours}` : fact.text),
        );
        const most = Math.max(0, ...counts);
        const mostOfOne = Math.max(0, ...measured.map(({ fact }, index) => (fact.isGroup ? 0 : (counts[index] ?? 0))));
        // One of these, if any, has all that was asked; a list only if no single fact has as much.
        const isRight = (index: number) => {
          const count = counts[index] ?? 0;
          // Of several questions each has a part of what was asked.
          const isBest = count > 0 && (questions.length > 1 || count === most);
          return message.answerable && isBest && !(measured[index]?.fact.isGroup && count <= mostOfOne);
        };
        samples.push({
          ...{
            message,
            shop: shop.id,
            question: question.words.join(' '),
            weight: message.id.startsWith(easy) ? easyWeight : 1,
          },
          facts: measured.map(({ fact, features }, index) => ({
            features,
            isRight: isRight(index),
            title: fact.title,
          })),
        });
      }
    }
    return samples;
  });
}

/** The features of all facts of a question in one array, as fast as the fit needs them. */
interface Packed {
  weight: number;
  features: Float64Array;
  isRight: boolean[];
}

const pack = ({ facts, weight }: Sample): Packed => ({
  weight,
  features: Float64Array.from(facts.flatMap(({ features }) => features)),
  isRight: facts.map(({ isRight }) => isRight),
});

/** A net as one array: a row of features and a bias a hidden unit, their outputs, the line, the constant. */
const size = featureNames.length;
const outputs = hiddenUnits * (size + 1);
const lineAt = outputs + hiddenUnits;
const length = lineAt + size + 1;

const toNet = (weights: Float64Array): Net => {
  const take = (from: number, count: number) =>
    [...weights.subarray(from, from + count)].map((value) => round(value, 3));
  return {
    line: take(lineAt, size),
    constant: take(length - 1, 1)[0] ?? 0,
    hidden: Array.from({ length: hiddenUnits }, (_, unit) => ({
      weights: take(unit * (size + 1), size),
      bias: take(unit * (size + 1) + size, 1)[0] ?? 0,
      out: take(outputs + unit, 1)[0] ?? 0,
    })),
  };
};

/** Always the same numbers in (-0.5, 0.5), so that two fits of one set are equal. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32 - 0.5;
  };
}

/** The likelihood of the right facts among all of a question and none (softmax), by Adam with full-batch gradients. */
function fitNet(packed: Packed[], seed: number): Net {
  const random = makeRandom(seed);
  const weights = new Float64Array(length).map((_, index) => (index < lineAt ? random() * 0.8 : 0));
  const mean = new Float64Array(length);
  const square = new Float64Array(length);
  for (let turn = 1; turn <= rounds; turn++) {
    const gradient = weights.map((weight) => ridge * weight);
    for (const one of packed) addGradient(one, weights, gradient, packed.length);
    for (let index = 0; index < length; index++) {
      const slope = gradient[index] ?? 0;
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * slope;
      square[index] = 0.99 * (square[index] ?? 0) + 0.01 * slope ** 2;
      const scale = Math.sqrt((square[index] ?? 0) / (1 - 0.99 ** turn)) + 1e-8;
      weights[index] = (weights[index] ?? 0) - (step * (mean[index] ?? 0)) / (1 - 0.9 ** turn) / scale;
    }
  }
  return toNet(weights);
}

function addGradient(
  { features, isRight, weight }: Packed,
  weights: Float64Array,
  gradient: Float64Array,
  count: number,
): void {
  const units = new Float64Array(isRight.length * hiddenUnits);
  const odds = isRight.map((_, fact) => {
    let sum = weights[length - 1] ?? 0;
    for (let at = 0; at < size; at++) sum += (features[fact * size + at] ?? 0) * (weights[lineAt + at] ?? 0);
    for (let unit = 0; unit < hiddenUnits; unit++) {
      const row = unit * (size + 1);
      let own = weights[row + size] ?? 0;
      for (let at = 0; at < size; at++) own += (features[fact * size + at] ?? 0) * (weights[row + at] ?? 0);
      const value = Math.tanh(own);
      units[fact * hiddenUnits + unit] = value;
      sum += value * (weights[outputs + unit] ?? 0);
    }
    return Math.exp(Math.min(30, sum));
  });
  const total = odds.reduce((sum, each) => sum + each, 1);
  const right = odds.reduce((sum, each, fact) => (isRight[fact] ? sum + each : sum), 0);
  const add = (index: number, value: number) => {
    gradient[index] = (gradient[index] ?? 0) + value;
  };
  for (const [fact, each] of odds.entries()) {
    const error = (each / total - (right > 0 && isRight[fact] ? each / right : 0)) * (weight / count);
    if (Math.abs(error) < 1e-9) continue;
    add(length - 1, error);
    for (let at = 0; at < size; at++) add(lineAt + at, error * (features[fact * size + at] ?? 0));
    for (let unit = 0; unit < hiddenUnits; unit++) {
      const value = units[fact * hiddenUnits + unit] ?? 0;
      const inner = error * (weights[outputs + unit] ?? 0) * (1 - value ** 2);
      const row = unit * (size + 1);
      add(outputs + unit, error * value);
      add(row + size, inner);
      for (let at = 0; at < size; at++) add(row + at, inner * (features[fact * size + at] ?? 0));
    }
  }
}

const fit = (samples: Sample[], count: number): Net[] => {
  const packed = samples.map(pack);
  return Array.from({ length: count }, (_, index) => fitNet(packed, index + 1));
};

/** What the questions would come to at a threshold. */
function judge(all: Sample[], nets: Net[], threshold: number) {
  const counts = { right: 0, wrong: 0, silent: 0, lost: 0, refused: 0, answered: 0 };
  for (const { message, facts } of all.filter(({ weight }) => weight === 1)) {
    const odds = facts.map(({ features }) => Math.exp(scoreWith(nets, features)));
    const total = odds.reduce((sum, each) => sum + each, 1);
    const best = odds.indexOf(Math.max(...odds));
    const isSure = (odds[best] ?? 0) / total >= threshold;
    if (!message.answerable) counts[isSure ? 'answered' : 'refused']++;
    else if (!facts.some(({ isRight }) => isRight)) counts.lost++;
    else if (!isSure) counts.silent++;
    else counts[facts[best]?.isRight ? 'right' : 'wrong']++;
  }
  return counts;
}

async function readAll(score: ((features: number[]) => number) | null): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const shop of readSet('fitted')) samples.push(...(await readSamples(shop, score)));
  return samples;
}

// A question that no fact answers teaches nothing, unless the shop has no answer to the message at all.
const isUseful = ({ message, facts }: Sample) => !message.answerable || facts.some(({ isRight }) => isRight);
// What answered the question before is itself decided by a net: the first is fitted without it.
const first = fit((await readAll(null)).filter(isUseful), 1);
const samples = await readAll((features) => scoreWith(first, features));
const useful = samples.filter(isUseful);
const shops = [...new Set(samples.map(({ shop }) => shop))];
const foldOf = ({ shop }: Sample) => shops.indexOf(shop) % folds;
// One net a fold: it shows what a shop gets that the fit has not seen.
const crossed = Array.from({ length: folds }, (_, fold) => ({
  samples: samples.filter((one) => foldOf(one) === fold),
  nets: fit(
    useful.filter((one) => foldOf(one) !== fold),
    1,
  ),
}));
const fitted = process.argv.includes('--write') ? fit(useful, netCount) : fit(useful, 1);
for (const threshold of [0, 0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8]) {
  const all = judge(samples, fitted, threshold);
  const others = crossed.map((part) => judge(part.samples, part.nets, threshold));
  const sum = Object.fromEntries(
    Object.keys(all).map((key) => [key, others.reduce((total, each) => total + each[key as keyof typeof all], 0)]),
  );
  console.log(threshold, 'fitted', JSON.stringify(all), 'each shop by the others', JSON.stringify(sum));
}
if (process.argv.includes('--write')) {
  writeFileSync(netsFile, `${JSON.stringify(fitted)}\n`);
}
