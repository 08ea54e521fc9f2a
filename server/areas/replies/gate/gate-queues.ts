import { FairQueue } from '../../../platform/running/fair-queue.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Runs of the gate by the local engine, which hold the CPU. */
    gates: FairQueue;
    /** Runs with a model, which wait for it up to four minutes each. */
    modelGates: FairQueue;
  }
}

export const gateQueues = () => ({
  gates: new FairQueue({ atOnce: 1, mostWaiting: 20 }),
  modelGates: new FairQueue({ atOnce: 4, mostWaiting: 4 }),
});
