import { z } from 'zod';

const gateStates = ['PASSED', 'FAILED'] as const;

const GateCase = z.object({
  id: z.string().describe('`capability/flavour/number`: identical in every run of the same configuration.'),
  capability: z.string().describe('The tested capability, such as `price_only_from_catalog`.'),
  flavour: z.string().describe('Variant of the test, such as `in_message`.'),
  passed: z.boolean(),
  message: z.string().describe('Message of the customer.'),
  expected: z.string().describe('Expected behaviour of the agent, for people.'),
  answer: z.string().nullable().describe('Reply of the agent; null if it sends none.'),
  advice: z.string().nullable().describe('Change to make in the agent if the case failed; else null.'),
});

export const GateRun = z
  .object({
    id: z.string(),
    agentId: z.string(),
    hash: z.string().describe('Hash of the tested configuration, FAQs, items and knowledge.'),
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
