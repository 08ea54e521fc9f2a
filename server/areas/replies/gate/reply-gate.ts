import type { Platform } from '../../../platform/platform.ts';
import { type Actor, systemActor } from '../../../platform/work/work.ts';
import { configurationHash, type GateRun, insertGateRun, type PublishGate } from '../../agents/index.ts';
import { makeAnswerCases } from './answer-cases.ts';
import type { Case } from './case.ts';
import { checkTexts } from './check-texts.ts';
import { ownerOf } from './gate-queues.ts';
import { makeHoursCases } from './hours-cases.ts';
import { runCases } from './judge-case.ts';
import { judgeItem } from './judge-item.ts';
import { judgeSource } from './judge-source.ts';
import { makeLimitCases } from './limit-cases.ts';
import { loadSubject, type Subject } from './subject.ts';

/**
 * The boundary tests of an agent, built from its configuration. Each case passes a message to the local engine, without
 * a language model; the owner's texts are checked as well (`checkTexts`). Nothing is sent, and only the run is stored.
 * Runs take turns and equal runs are shared, because a run costs as much CPU as a hundred replies.
 */
export const replyGate: PublishGate = {
  async run(platform: Platform, workspaceId: string, agentId: string, caller: Actor): Promise<GateRun> {
    const reader = { db: platform.database.read, provided: platform.provided };
    const hash = await configurationHash(reader, workspaceId, agentId);
    const run = () => runNow(platform, workspaceId, agentId);
    return platform.services.gates.run(ownerOf(workspaceId, caller), `${agentId} ${hash}`, run);
  },
  judgeItem,
  judgeSource,
};

async function runNow(platform: Platform, workspaceId: string, agentId: string): Promise<GateRun> {
  const startedAt = platform.clock.now().toISOString();
  const reader = { db: platform.database.read, provided: platform.provided };
  const hash = await configurationHash(reader, workspaceId, agentId);
  const subject = await loadSubject(platform, workspaceId, agentId);
  const asked = await runCases(subject, await makeCases(subject));
  const advice = new Set(asked.map((entry) => entry.advice));
  const cases = [...asked, ...checkTexts(subject, (one) => advice.has(one))];
  return platform.workFor(workspaceId, systemActor, (work) =>
    insertGateRun(work, { agentId, hash, cases, startedAt, finishedAt: work.now }),
  );
}

/** The cases that send a message to the agent. */
export const makeCases = async (subject: Subject): Promise<Case[]> => [
  ...(await makeAnswerCases(subject)),
  ...makeLimitCases(subject),
  ...makeHoursCases(subject),
];
