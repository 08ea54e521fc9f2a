import type { Platform } from '../../../platform/platform.ts';
import { findSnapshot } from '../../agents/index.ts';
import { samplePassages, searchKnowledge } from '../../knowledge/index.ts';
import { plantedCases } from './answer-cases.ts';
import { isInstruction } from './inspect-text.ts';
import { runCases } from './judge-case.ts';
import { loadSubject, type Subject } from './subject.ts';
import { sayAdvice } from './words.ts';

/** Passages of one source that are read for instructions. */
const mostJudged = 5_000;

/**
 * Judges what the published version of an agent answers from one source alone, and each of its passages by itself.
 * Returns the advice of the first fault; null if there is none, or if the agent is not published.
 */
export async function judgeSource(
  platform: Platform,
  workspaceId: string,
  agentId: string,
  sourceId: string,
): Promise<string | null> {
  const { read } = platform.database;
  const published = await findSnapshot(read, workspaceId, agentId);
  if (!published) return null;
  const { agent, items } = published;
  const scope = { agentId, sourceId, untested: true };
  const passages = await samplePassages(read, workspaceId, scope, { sources: 1, perSource: mostJudged });
  const subject: Subject = {
    ...(await loadSubject(platform, workspaceId, agentId)),
    ...{ agent, items, passages },
    search: (query) => searchKnowledge(platform, workspaceId, { ...query, ...scope }),
  };
  const planted = passages.find(({ text }) => isInstruction(text));
  if (planted) {
    const fault = { advice: 'sourceSpeaksToMachines', about: planted.sourceName } as const;
    return sayAdvice(subject.workspace.language, fault);
  }
  const cases = await runCases(subject, await plantedCases(subject));
  return cases.find(({ passed }) => !passed)?.advice ?? null;
}
