import { findWorkspace } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { findAgent, listCatalogItems, openSpans, toCatalogItem } from '../../agents/index.ts';
import { type SampledPassage, samplePassages, searchKnowledge } from '../../knowledge/index.ts';
import type { DecideOptions, ReplyContext } from '../reply.ts';

/** The tested agent with its sources. */
export interface Subject {
  platform: Platform;
  workspace: ReplyContext['workspace'];
  agent: ReplyContext['agent'];
  items: ReplyContext['items'];
  passages: SampledPassage[];
  /** Searches what the agent may answer from. */
  search: NonNullable<DecideOptions['search']>;
  /** A moment within opening hours; null if there is none in the next two weeks. */
  openAt: string | null;
  /** A moment outside opening hours; null if there is none in the next two weeks. */
  closedAt: string | null;
}

const stepMs = 30 * minuteMs;
const lookAheadMs = 14 * 24 * 60 * minuteMs;
const sampled = { sources: 5, perSource: 4 };

/** Loads the agent and its sources. Throws 404 if the agent does not exist. */
export async function loadSubject(platform: Platform, workspaceId: string, agentId: string): Promise<Subject> {
  const db = platform.database.read;
  const workspace = await findWorkspace(db, workspaceId);
  const agent = await findAgent(db, workspaceId, agentId);
  if (!workspace || !agent) throw new Problem('not_found', 'The agent does not exist');
  const start = platform.clock.now().getTime();
  const open = openSpans(agent.businessHours, workspace.timezone, start, start + lookAheadMs);
  const findMoment = (isOpen: boolean): string | null => {
    for (let time = start; time < start + lookAheadMs; time += stepMs) {
      if (open.some((span) => span.start <= time && time < span.end) === isOpen) return new Date(time).toISOString();
    }
    return null;
  };
  return {
    platform,
    workspace,
    agent,
    items: (await listCatalogItems(db, workspaceId, agentId)).map(toCatalogItem),
    passages: await samplePassages(db, workspaceId, { agentId }, sampled),
    search: (query) => searchKnowledge(platform, workspaceId, query),
    openAt: findMoment(true),
    closedAt: findMoment(false),
  };
}

/** The default context: an unknown customer writes in the middle of a conversation, within opening hours. */
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
