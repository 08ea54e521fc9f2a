import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Agent, AgentStatus } from '../schemas.ts';
import { findAgent, setStatus } from '../store.ts';

/** The moves of an agent's lifecycle (specification, section 3). */
const moves = {
  publish: { from: ['DRAFT', 'UNPUBLISHED'], to: 'PUBLISHED' },
  unpublish: { from: ['PUBLISHED'], to: 'UNPUBLISHED' },
  archive: { from: ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'], to: 'ARCHIVED' },
  unarchive: { from: ['ARCHIVED'], to: 'DRAFT' },
} as const satisfies Record<string, { from: AgentStatus[]; to: AgentStatus }>;

type Move = keyof typeof moves;

const canMove = ({ status }: Agent, move: Move): boolean => (moves[move].from as AgentStatus[]).includes(status);

/** Throws `invalid_transition` with the status and the allowed moves. */
export function assertMove(agent: Agent, move: Move): void {
  if (canMove(agent, move)) return;
  const allowed = (Object.keys(moves) as Move[]).filter((other) => canMove(agent, other));
  throw new Problem('invalid_transition', `An agent that is ${agent.status} can ${allowed.join(' or ')}, not ${move}`, {
    extra: { agentStatus: agent.status, allowed },
  });
}

export async function moveAgent({ db, workspace, now }: Work, agent: Agent, move: Move): Promise<Agent> {
  assertMove(agent, move);
  await setStatus(db, workspace.id, agent.id, moves[move].to, now);
  return (await findAgent(db, workspace.id, agent.id)) as Agent;
}
