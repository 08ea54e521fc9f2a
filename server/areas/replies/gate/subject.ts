import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { findAgent, isOpenAt, listCatalogItems, toCatalogItem } from '../../agents/index.ts';
import { type SampledPassage, samplePassages } from '../../knowledge/index.ts';
import type { ReplyContext } from '../reply.ts';

/** The agent that is tested, with all that it answers from. */
export interface Subject {
  platform: Platform;
  workspace: ReplyContext['workspace'];
  agent: ReplyContext['agent'];
  items: ReplyContext['items'];
  passages: SampledPassage[];
  /** A moment within opening hours; null where there is none in the next two weeks. */
  openAt: string | null;
  /** The same for a moment outside of them. */
  closedAt: string | null;
}

const stepMs = 30 * minuteMs;
const lookAheadMs = 14 * 24 * 60 * minuteMs;
const sampled = { sources: 5, perSource: 4 };

/** Throws 404 when there is no such agent. */
export async function loadSubject(platform: Platform, workspaceId: string, agentId: string): Promise<Subject> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, workspaceId);
  const agent = await findAgent(db, workspaceId, agentId);
  if (!workspace || !agent) throw new Problem('not_found', 'The agent is gone');
  const start = platform.clock.now().getTime();
  const findMoment = (isOpen: boolean): string | null => {
    for (let time = start; time < start + lookAheadMs; time += stepMs) {
      const at = new Date(time).toISOString();
      if (isOpenAt(agent.businessHours, workspace.timezone, at, at) === isOpen) return at;
    }
    return null;
  };
  return {
    platform,
    workspace,
    agent,
    items: (await listCatalogItems(db, workspaceId, agentId)).map(toCatalogItem),
    passages: await samplePassages(db, workspaceId, agentId, sampled),
    openAt: findMoment(true),
    closedAt: findMoment(false),
  };
}

/** A customer whom nobody knows writes in the middle of a conversation, in opening hours. */
export const contextOf = (subject: Subject, text: string, changes: Partial<ReplyContext> = {}): ReplyContext => ({
  workspace: subject.workspace,
  agent: subject.agent,
  items: subject.items,
  contact: { name: null, phone: '+15005550006' },
  history: [],
  text,
  isFirstReply: false,
  missesInARow: 0,
  repliesInLastHour: 0,
  hasToldClosed: false,
  now: subject.openAt ?? subject.platform.clock.now().toISOString(),
  ...changes,
});
