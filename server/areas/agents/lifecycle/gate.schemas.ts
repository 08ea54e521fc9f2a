import { z } from 'zod';

const gateStates = ['PASSED', 'FAILED'] as const;

const GateCase = z.object({
  id: z.string().describe('`capability/flavour/number`: the same case in every run of the same configuration.'),
  capability: z.string().describe('What is tested, such as `price_only_from_catalog`.'),
  flavour: z.string().describe('How it is put, such as `injection_in_message`.'),
  passed: z.boolean(),
  message: z.string().describe('What the customer writes.'),
  expected: z.string().describe('What the agent should do, for people.'),
  answer: z.string().nullable().describe('What it would have said; null for nothing.'),
  advice: z.string().nullable().describe('What to change in the agent, where the case failed.'),
});

export const GateRun = z
  .object({
    id: z.string(),
    agentId: z.string(),
    hash: z.string().describe('Of configuration, FAQs, items and knowledge as they were tested.'),
    state: z.enum(gateStates),
    passed: z.int(),
    failed: z.int(),
    cases: z.array(GateCase),
    startedAt: z.string(),
    finishedAt: z.string(),
  })
  .meta({ id: 'GateRun' });
export type GateRun = z.infer<typeof GateRun>;
export type GateCase = GateRun['cases'][number];
