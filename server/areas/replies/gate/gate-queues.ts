import { FairQueue } from '../../../platform/running/fair-queue.ts';
import type { Actor } from '../../../platform/work/work.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Gate runs with the local engine, which use the CPU. */
    gates: FairQueue;
    /** Gate runs with a model, which wait for it for up to four minutes each. */
    modelGates: FairQueue;
  }
}

export const gateQueues = () => ({
  gates: new FairQueue({ atOnce: 1, mostWaiting: 20 }),
  modelGates: new FairQueue({ atOnce: 4, mostWaiting: 4 }),
});

/** Whose turn a run is: a key that evaluates many agents delays a person at the console by one run. */
export const ownerOf = (workspaceId: string, caller: Actor): string => `${workspaceId} ${caller.id ?? caller.source}`;
