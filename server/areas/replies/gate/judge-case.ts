import { setImmediate } from 'node:timers/promises';
import type { GateCase, GateRun } from '../../agents/index.ts';
import { decideReply } from '../decide/decide-reply.ts';
import type { ReplyDecision } from '../reply.ts';
import { type Case, type Fault, textOf } from './case.ts';
import { inspectText } from './inspect-text.ts';
import { contextOf, type Subject } from './subject.ts';
import { isNegated } from './texts.ts';
import { sayAdvice, sayExpected } from './words.ts';

/** The cases with their ids, which are identical in every run of the same configuration. */
export function numberCases(cases: Case[]): { entry: Case; id: string }[] {
  const counts = new Map<string, number>();
  return cases.map((entry) => {
    const kind = `${entry.capability}/${entry.flavour}`;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return { entry, id: `${kind}/${number}` };
  });
}

/** What the agent replies to the message of a case; a configured model is asked only by `model`. */
export function decideCase(subject: Subject, entry: Case, engine: GateRun['engine']): Promise<ReplyDecision> {
  const { message, search = subject.search, context } = entry;
  const options = { ...(engine === 'local' ? { engine } : {}), search };
  return decideReply(subject.platform, contextOf(subject, message, context), options);
}

/** Judges a decision by its case and by `inspectText`. */
export async function judgeCase(subject: Subject, entry: Case, id: string, decision: ReplyDecision): Promise<GateCase> {
  const { capability, flavour, message, expected } = entry;
  const answer = textOf(decision);
  const fault =
    judgeDecision(entry, decision) ?? (answer === null ? null : await inspectText(subject, message, answer));
  const { language } = subject.workspace;
  return {
    ...{ id, capability, flavour, passed: fault === null, message, answer },
    expected: sayExpected(language, expected),
    advice: fault && sayAdvice(language, fault),
  };
}

/** Faults that mean other words than the owner's, which a model may choose. */
const wordings = new Set<Fault['advice']>(['faqSilent', 'knowledgeSilent', 'priceMissing']);

function judgeDecision(entry: Case, decision: ReplyDecision): Fault | null {
  const { trace, kind } = decision;
  if (trace.fellBack) return { advice: 'modelFailed' };
  const fault = entry.judge(decision);
  if (fault === null || trace.engine === 'local' || kind !== 'reply') return fault;
  const isDenied = fault.advice === 'invented' && isNegated(decision.text);
  return wordings.has(fault.advice) || isDenied ? null : fault;
}

/** Decides and judges cases by the local engine. */
export async function runCases(subject: Subject, cases: Case[]): Promise<GateCase[]> {
  const results: GateCase[] = [];
  for (const { entry, id } of numberCases(cases)) {
    const decision = await decideCase(subject, entry, 'local');
    results.push(await judgeCase(subject, entry, id, decision));
    // Yields to requests and replies.
    await setImmediate();
  }
  return results;
}
