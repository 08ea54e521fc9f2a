import type { Fact } from '../facts/fact.ts';
import { featureNames } from './measure-fact.ts';
import { scoreFeatures } from './net.ts';

/** A fact with the probability that it answers. */
export interface Candidate {
  fact: Fact;
  score: number;
}

export interface Choice {
  /** Best first. */
  candidates: Candidate[];
}

const askedAt = featureNames.indexOf('asked');
const leadAt = featureNames.indexOf('lead of asked');
/** Lead over what the next fact is asked by. */
const clearLead = 0.34;
const exactScore = 0.85;

const isWholly = (features: number[]): boolean => (features[askedAt] ?? 0) > 0.99;
/** Whether all of a question stands in what a fact is asked by, and in nothing else. */
const isAsked = (features: number[]): boolean => isWholly(features) && (features[leadAt] ?? 0) >= clearLead;

/** The texts that a question asks for and for nothing else: of one fact, or of things of a kind that it names as one. */
function findExact(measured: { fact: Fact; features: number[] }[]): Set<string> {
  const textsOf = (some: typeof measured) => new Set(some.map(({ fact }) => fact.text));
  const single = textsOf(measured.filter(({ features }) => isAsked(features)));
  return single.size > 0
    ? single
    : textsOf(measured.filter(({ fact, features }) => fact.isGroup && isWholly(features)));
}

/**
 * The probability of each fact to answer a question, given that one of them does or none. Facts that say the same count
 * together. `measured` has the features of each fact, `score` gives the logarithm of the odds by them.
 */
export function chooseFact(measured: { fact: Fact; features: number[] }[], score = scoreFeatures): Choice {
  const odds = measured.map(({ fact, features }) => ({ fact, odds: Math.exp(score(features)) }));
  const total = odds.reduce((sum, each) => sum + each.odds, 1);
  const exact = findExact(measured);
  const byText = new Map<string, Candidate>();
  for (const { fact, odds: own } of odds) {
    const same = byText.get(fact.text);
    if (same) same.score += own / total;
    else byText.set(fact.text, { fact, score: own / total });
  }
  const candidates = [...byText.values()];
  for (const list of candidates.filter(({ fact }) => fact.isGroup)) joinList(list, candidates);
  // Who says nothing but what one fact is asked by gets it.
  for (const candidate of candidates) {
    if (exact.size === 1 && exact.has(candidate.fact.text)) candidate.score = Math.max(candidate.score, exactScore);
  }
  return { candidates: candidates.sort((one, other) => other.score - one.score) };
}

/** A list says what its things say: they do not compete, so the likelier of the list and its best thing gets the share of the other. */
function joinList(list: Candidate, candidates: Candidate[]): void {
  const listed = new Set(list.fact.sources.map(({ kind, id }) => `${kind} ${id}`));
  const things = candidates.filter(({ fact }) => !fact.isGroup && listed.has(`${fact.kind} ${fact.id}`));
  const [best] = things.sort((one, other) => other.score - one.score);
  if (!best) return;
  if (best.score >= list.score) {
    best.score += list.score;
    list.score = 0;
  } else {
    for (const thing of things) {
      list.score += thing.score;
      thing.score = 0;
    }
  }
}
