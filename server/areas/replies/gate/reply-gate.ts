import { setImmediate } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { systemActor } from '../../../platform/work/work.ts';
import { configurationHash, type GateCase, type GateRun, insertGateRun, type PublishGate } from '../../agents/index.ts';
import { decideReply } from '../decide/decide-reply.ts';
import { makeAnswerCases } from './answer-cases.ts';
import { type Case, textOf } from './case.ts';
import { makeHoursCases } from './hours-cases.ts';
import { inspectText } from './inspect-text.ts';
import { makeLimitCases } from './limit-cases.ts';
import { contextOf, loadSubject, type Subject } from './subject.ts';
import { sayAdvice, sayExpected } from './words.ts';

/**
 * The boundary tests of an agent, built from its configuration. Each case sends a message to the local engine, without
 * a language model. Nothing is sent, and only the run is stored. A reply is judged by its case and by `inspectText`.
 */
export const replyGate: PublishGate = {
  async run(platform: Platform, workspaceId: string, agentId: string): Promise<GateRun> {
    const startedAt = platform.clock.now().toISOString();
    const hash = await configurationHash(
      { db: platform.database.read, provided: platform.provided },
      workspaceId,
      agentId,
    );
    const subject = await loadSubject(platform, workspaceId, agentId);
    const cases = await runCases(subject, await makeCases(subject));
    return platform.workFor(workspaceId, systemActor, (work) =>
      insertGateRun(work, { agentId, hash, cases, startedAt, finishedAt: work.now }),
    );
  },
};

const makeCases = async (subject: Subject): Promise<Case[]> => [
  ...(await makeAnswerCases(subject)),
  ...makeLimitCases(subject),
  ...makeHoursCases(subject),
];

async function runCases(subject: Subject, cases: Case[]): Promise<GateCase[]> {
  const counts = new Map<string, number>();
  const results: GateCase[] = [];
  for (const entry of cases) {
    const kind = `${entry.capability}/${entry.flavour}`;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    results.push(await runCase(subject, entry, `${kind}/${number}`));
    // Yields to requests and replies.
    await setImmediate();
  }
  return results;
}

async function runCase(subject: Subject, entry: Case, id: string): Promise<GateCase> {
  const { capability, flavour, message, search } = entry;
  const options = { engine: 'local', ...(search ? { search } : {}) } as const;
  const decision = await decideReply(subject.platform, contextOf(subject, message, entry.context), options);
  const answer = textOf(decision);
  const fault = entry.judge(decision) ?? (answer === null ? null : await inspectText(subject, message, answer));
  const { language } = subject.workspace;
  return {
    id,
    capability,
    flavour,
    passed: fault === null,
    message,
    expected: sayExpected(language, entry.expected),
    answer,
    advice: fault && sayAdvice(language, fault),
  };
}
