import { FairQueue } from '../../../platform/running/fair-queue.ts';

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
