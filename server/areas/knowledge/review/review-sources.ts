import { z } from 'zod';
import { defineJob, type QueuedJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { findPublishGate, isPublished } from '../../agents/index.ts';
import { findScope } from '../passages/chunks.store.ts';
import { dropUnheard } from '../passages/stage-chunks.ts';
import { listReaders } from '../sources/list-readers.ts';
import { findSourceById, type SourceRow } from '../sources/sources.store.ts';
import {
  type Approval,
  deleteApproval,
  findApproval,
  listAgentApprovals,
  listSourceApprovals,
  putApproval,
  settleApproval,
} from './approvals.store.ts';

const Input = z.object({ agentId: z.string(), sourceId: z.string(), segment: z.int() });
type Queued = QueuedJob<z.infer<typeof Input>>;

const maxAttempts = 3;

/** The part of a source that its tests depend on. */
type Reviewed = Pick<SourceRow, 'id' | 'agent_id' | 'base_id' | 'content_hash'>;

/** Tests the current content of a source for the published agents that read it; each answers from it once it passed. */
export async function reviewSource(work: Work, source: Reviewed): Promise<void> {
  for (const agentId of await listReaders(work, source)) {
    if (isPublished(work.db, work.workspace.id, agentId)) await reviewFor(work, agentId, source);
  }
  await dropUnheard(work, source.id);
}

/** Approves the content of a source for an agent if it had the same before, else queues its tests. */
async function reviewFor(work: Work, agentId: string, source: Reviewed): Promise<void> {
  const { db, workspace } = work;
  const scope = { agentId, sourceId: source.id, untested: true };
  const [segment] = await findScope(db, workspace.id, scope);
  if (!segment) return;
  const approvals = await listSourceApprovals(db, workspace.id, agentId, source.id);
  if (approvals.some((entry) => entry.segment === segment.number && entry.state === 'PASSED')) return;
  const isSame = ({ state, content_hash }: Approval) =>
    state === 'PASSED' && content_hash !== null && content_hash === source.content_hash;
  if (approvals.some(isSame)) return approve(work, agentId, source, segment.number);
  await putApproval(db, { ...approvalOf(work, agentId, source, segment.number), state: 'TESTING' });
  await work.enqueue(testSource, { agentId, sourceId: source.id, segment: segment.number });
}

const approvalOf = ({ workspace, now }: Work, agentId: string, source: Reviewed, segment: number): Approval => ({
  agent_id: agentId,
  segment,
  workspace_id: workspace.id,
  source_id: source.id,
  content_hash: source.content_hash,
  state: 'PASSED',
  reason: null,
  updated_at: now,
});

/** From now on the agent answers from this segment of a source, and from no other. */
async function approve(work: Work, agentId: string, source: Reviewed, segment: number): Promise<void> {
  for (const earlier of await listSourceApprovals(work.db, work.workspace.id, agentId, source.id)) {
    await deleteApproval(work.db, earlier);
  }
  await putApproval(work.db, approvalOf(work, agentId, source, segment));
  await dropUnheard(work, source.id);
}

/** Approves all that an agent reads: the gate tested it together with the agent. */
async function approveAll(work: Work, agentId: string): Promise<void> {
  await forgetReader(work, agentId);
  for (const { source_id, number } of await findScope(work.db, work.workspace.id, { agentId, untested: true })) {
    const source = await findSourceById(work.db, work.workspace.id, source_id);
    if (source) await approve(work, agentId, source, number);
  }
}

/**
 * Brings the approvals of an agent in line with what it reads now: drops those of sources that it no longer reads, and
 * tests what was not tested or failed. Nothing happens unless the agent is PUBLISHED.
 */
export async function reviewReader(work: Work, agentId: string): Promise<void> {
  const { db, workspace } = work;
  if (!isPublished(db, workspace.id, agentId)) return;
  const read = new Set<string>();
  for (const { source_id } of await findScope(db, workspace.id, { agentId, untested: true })) read.add(source_id);
  for (const approval of await listAgentApprovals(db, workspace.id, agentId)) {
    if (read.has(approval.source_id)) continue;
    const source = await findSourceById(db, workspace.id, approval.source_id);
    if (source && (await listReaders(work, source)).includes(agentId)) continue;
    await deleteApproval(db, approval);
    await dropUnheard(work, approval.source_id);
  }
  for (const id of read) {
    const source = await findSourceById(db, workspace.id, id);
    if (source) await reviewFor(work, agentId, source);
  }
}

/** Forgets what an agent may answer from. */
export async function forgetReader(work: Work, agentId: string): Promise<void> {
  for (const approval of await listAgentApprovals(work.db, work.workspace.id, agentId)) {
    await deleteApproval(work.db, approval);
    await dropUnheard(work, approval.source_id);
  }
}

/** What the lifecycle of an agent does to its knowledge. */
export const knowledgeSpeaking = {
  started: (work: Work, agentId: string, again: boolean): Promise<void> =>
    again ? reviewReader(work, agentId) : approveAll(work, agentId),
  stopped: forgetReader,
};

/** Tests one segment of a source for one published agent. */
export const testSource = defineJob({
  name: 'knowledge.test',
  input: Input,
  maxAttempts,
  maxRunning: 1,
  forgetWhenDone: true,
  async run(job) {
    const { platform, workspaceId, input } = job;
    const db = platform.database.read;
    const waiting = await findApproval(db, workspaceId as string, input.agentId, input.segment);
    if (waiting?.state !== 'TESTING') return;
    try {
      const gate = findPublishGate(platform.provided);
      const reason = await gate.judgeSource(platform, workspaceId as string, input.agentId, input.sourceId);
      await settle(job, { state: reason === null ? 'PASSED' : 'FAILED', reason });
    } catch (error) {
      if (job.signal.aborted || job.attempt < maxAttempts) throw error;
      platform.log.error({ err: error, sourceId: input.sourceId }, 'a source could not be tested');
      await settle(job, couldNotRun);
    }
  },
  setAside: (job) => settle(job, couldNotRun),
});

type Outcome = Pick<Approval, 'state' | 'reason'>;

const couldNotRun: Outcome = { state: 'FAILED', reason: null };

/** Stores the outcome unless the source has changed, or the agent was unpublished, since the test began. */
const settle = ({ platform, workspaceId, input }: Queued, outcome: Outcome): Promise<void> =>
  platform.workFor(workspaceId as string, systemActor, async (work) => {
    const { db, workspace, now } = work;
    const approval = await findApproval(db, workspace.id, input.agentId, input.segment);
    const source = await findSourceById(db, workspace.id, input.sourceId);
    const scope = { agentId: input.agentId, sourceId: input.sourceId, untested: true };
    const [live] = await findScope(db, workspace.id, scope);
    if (approval?.state !== 'TESTING' || !source || live?.number !== input.segment) return;
    if (outcome.state === 'PASSED') return approve(work, input.agentId, source, input.segment);
    await settleApproval(db, approval, { ...outcome, updated_at: now });
  });
