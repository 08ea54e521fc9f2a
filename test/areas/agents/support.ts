import { onTestFinished } from 'vitest';
import {
  configurationHash,
  type GateCase,
  insertGateRun,
  type PublishGate,
  setPublishGate,
} from '../../../server/areas/agents/index.ts';
import { systemActor } from '../../../server/platform/work/work.ts';

export interface TestGate {
  /** How many cases of the next runs fail. */
  failing: number;
  /** How often it ran. */
  runs: number;
  /** Done between the hash and the end of a run, while the agent is being tested. */
  meanwhile(): Promise<unknown>;
}

const caseOf = (number: number, passed: boolean): GateCase => ({
  id: `unknown/plain/${number}`,
  capability: 'unknown',
  flavour: 'plain',
  passed,
  message: 'Do you sell helicopters?',
  expected: 'The fallback message',
  answer: passed ? 'I will ask the team' : 'Yes, two of them',
  advice: passed ? null : 'Set a fallback message',
});

/** Puts a gate, or none, in the place of the product's for the running test. */
export function replacePublishGate(gate: PublishGate | null): void {
  const real = setPublishGate(gate);
  onTestFinished(() => void setPublishGate(real));
}

/** Puts a gate in the place of the product's: it keeps its runs as that one does, and fails as it is told. */
export function useTestGate(): TestGate {
  const gate: TestGate = { failing: 0, runs: 0, meanwhile: async () => {} };
  replacePublishGate({
    async run(platform, workspaceId, agentId) {
      gate.runs += 1;
      const startedAt = platform.clock.now().toISOString();
      const hash = await configurationHash(platform.database.read, workspaceId, agentId);
      await gate.meanwhile();
      const cases = [0, 1, 2].map((number) => caseOf(number, number >= gate.failing));
      return platform.workFor(workspaceId, systemActor, (work) =>
        insertGateRun(work, { agentId, hash, cases, startedAt, finishedAt: work.now }),
      );
    },
  });
  return gate;
}
