import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findDraft } from '../published/settle-versions.ts';
import { deleteSnapshot, replaceSnapshot } from '../published/snapshots.store.ts';
import type { Agent, AgentStatus } from '../schemas.ts';
import { findAgent, markPublished, setStatus } from '../store.ts';

/** What another area does with its part of what customers hear, in the transaction of the move. */
interface SpeakingChange {
  /** An agent was published, or published `again` with changes. */
  started(work: Work, agentId: string, again: boolean): Promise<void>;
  /** An agent was unpublished or archived. */
  stopped(work: Work, agentId: string): Promise<void>;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    speakingChange: SpeakingChange;
  }
}

/** The moves of an agent's lifecycle (specification, section 3). */
const moves = {
  publish: { from: ['DRAFT', 'UNPUBLISHED'], to: 'PUBLISHED' },
  unpublish: { from: ['PUBLISHED'], to: 'UNPUBLISHED' },
  archive: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'], to: 'ARCHIVED' },
  unarchive: { from: ['ARCHIVED'], to: 'DRAFT' },
} as const satisfies Record<string, { from: AgentStatus[]; to: AgentStatus }>;

type Move = keyof typeof moves;

/** A published agent can be published again when it has changes. */
const canMove = ({ status, hasUnpublishedChanges }: Agent, move: Move): boolean =>
  (moves[move].from as AgentStatus[]).includes(status) || (move === 'publish' && hasUnpublishedChanges);

/** Throws `invalid_transition` with the status and the allowed moves. */
export function assertMove(agent: Agent, move: Move): void {
  if (canMove(agent, move)) return;
  const allowed = (Object.keys(moves) as Move[]).filter((other) => canMove(agent, other));
  throw new Problem('invalid_transition', `An agent that is ${agent.status} can ${allowed.join(' or ')}, not ${move}`, {
    extra: { agentStatus: agent.status, allowed },
  });
}

/** Publishes the draft as it is now. `hash` is that of the gate run that it passed. */
export async function moveToPublished(work: Work, agent: Agent, hash: string): Promise<Agent> {
  const { db, workspace, now } = work;
  assertMove(agent, 'publish');
  await setStatus(db, workspace.id, agent.id, moves.publish.to, now);
  await markPublished(db, workspace.id, agent.id);
  const draft = await findDraft(db, workspace.id, agent.id);
  if (!draft) throw new Problem('not_found');
  await replaceSnapshot(db, workspace.id, draft, hash, now);
  for (const { started } of work.provided('speakingChange')) {
    await started(work, agent.id, agent.status === 'PUBLISHED');
  }
  return draft.agent;
}

export async function moveAgent(work: Work, agent: Agent, move: Exclude<Move, 'publish'>): Promise<Agent> {
  const { db, workspace, now } = work;
  assertMove(agent, move);
  await setStatus(db, workspace.id, agent.id, moves[move].to, now);
  if (agent.status === 'PUBLISHED') {
    await deleteSnapshot(db, workspace.id, agent.id);
    for (const { stopped } of work.provided('speakingChange')) await stopped(work, agent.id);
  }
  return (await findAgent(db, workspace.id, agent.id)) as Agent;
}
