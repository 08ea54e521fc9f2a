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
 * The boundary tests of an agent, made from its configuration: what customers write, good and bad, is put to the local
 * engine, which needs no language model; nothing is sent and nothing but the run is kept. Each reply is judged by what
 * the case is about, and by what no reply may hold (see `inspectText`).
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
    // Customers are answered in between.
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
