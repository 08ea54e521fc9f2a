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
 * together. `measured` has the features of each fact.
 */
export function chooseFact(measured: { fact: Fact; features: number[] }[]): Choice {
  const odds = measured.map(({ fact, features }) => ({ fact, odds: Math.exp(scoreFeatures(features)) }));
  const total = odds.reduce((sum, each) => sum + each.odds, 1);
  const exact = findExact(measured);
  const byText = new Map<string, Candidate>();
  for (const { fact, odds: own } of odds) {
    const same = byText.get(fact.text);
    if (same) same.score += own / total;
    else byText.set(fact.text, { fact, score: own / total });
  }
  // Who says nothing but what one fact is asked by gets it.
  for (const candidate of byText.values()) {
    if (exact.size === 1 && exact.has(candidate.fact.text)) candidate.score = Math.max(candidate.score, exactScore);
  }
  const candidates = [...byText.values()].sort((one, other) => other.score - one.score);
  return { candidates };
}
