import {
  configurationHash,
  type GateCase,
  insertGateRun,
  type PublishGate,
} from '../../../server/areas/agents/index.ts';
import { replyGate } from '../../../server/areas/replies/gate/reply-gate.ts';
import type { Area } from '../../../server/http/area.ts';
import { systemActor } from '../../../server/platform/work/work.ts';
import { areasProviding } from '../../support/server/areas.ts';

export interface TestGate {
  /** The product's areas with this gate. */
  areas: Area[];
  /** Number of cases that fail in the next runs. */
  failing: number;
  /** Number of runs. */
  runs: number;
  /** Called during a run, after the hash is taken. */
  meanwhile(): Promise<unknown>;
  /** Called before an item is judged. */
  beforeItem(): void;
  /** Called before a source is judged. */
  beforeSource(): Promise<unknown>;
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

/** A double of the product's gate: it stores its runs, and fails the given number of cases. It judges like the product. */
export function makeTestGate(): TestGate {
  const publishGate: PublishGate = {
    ...replyGate,
    judgeItem(...item) {
      gate.beforeItem();
      return replyGate.judgeItem(...item);
    },
    async judgeSource(...source) {
      await gate.beforeSource();
      return replyGate.judgeSource(...source);
    },
    async run(platform, workspaceId, agentId) {
      gate.runs += 1;
      const startedAt = platform.clock.now().toISOString();
      const hash = await configurationHash(
        { db: platform.database.read, provided: platform.provided },
        workspaceId,
        agentId,
      );
      await gate.meanwhile();
      const cases = [0, 1, 2].map((number) => caseOf(number, number >= gate.failing));
      return platform.workFor(workspaceId, systemActor, (work) =>
        insertGateRun(work, { agentId, hash, cases, startedAt, finishedAt: work.now }),
      );
    },
  };
  const areas = areasProviding({ publishGate: [publishGate] });
  const gate: TestGate = {
    areas,
    failing: 0,
    runs: 0,
    meanwhile: async () => {},
    beforeItem: () => {},
    beforeSource: async () => {},
  };
  return gate;
}
