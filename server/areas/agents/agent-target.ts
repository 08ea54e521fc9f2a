import { type TargetContext, target } from '../../http/operation.ts';
import { Agent } from './schemas.ts';
import { findAgent } from './store.ts';

/** The agent that a path names as `{id}`. */
export const agentTarget = target(Agent, ({ db, workspace, params }: TargetContext<'id'>) =>
  findAgent(db, workspace.id, params.id),
);
