import type { Platform } from '../../../platform/platform.ts';
import type { Provided } from '../../../platform/wiring.ts';
import type { Actor } from '../../../platform/work/work.ts';
import type { HeldBack } from '../published/published.schemas.ts';
import type { AgentVersion } from '../published/snapshots.store.ts';
import type { GateRun } from './gate.schemas.ts';

/** What must be passed before an agent, a change of it, or a source that it reads reaches customers. */
export interface PublishGate {
  /**
   * Runs the boundary tests of an agent's draft and stores the run with `insertGateRun`. Callers take turns; throws 503
   * when too many runs of this caller wait.
   */
  run(platform: Platform, workspaceId: string, agentId: string, caller: Actor): Promise<GateRun>;
  /** Why an item must not be published by itself with its new price or sale; null if it may. */
  judgeItem(before: AgentVersion, after: AgentVersion, itemId: string): HeldBack | null;
  /** Runs the tests of one source of a published agent. Returns the advice of the first that fails; null if none. */
  judgeSource(platform: Platform, workspaceId: string, agentId: string, sourceId: string): Promise<string | null>;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    publishGate: PublishGate;
  }
}

/** Throws if no area provides a gate: no agent could be published then. */
export function findPublishGate(provided: Provided): PublishGate {
  const [gate] = provided('publishGate');
  if (!gate) throw new Error('No area provides a publishing gate: no agent can be published');
  return gate;
}
