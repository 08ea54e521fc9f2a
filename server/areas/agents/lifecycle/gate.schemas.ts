import { z } from 'zod';

const gateStates = ['PASSED', 'FAILED'] as const;
const GateState = z.enum(gateStates).meta({ id: 'GateState', description: 'PASSED: no case failed.' });

const GateCase = z.object({
  id: z.string().describe('`capability/flavour/number`: identical in every run of the same configuration.'),
  capability: z.string().describe('The tested capability, such as `price_only_from_catalog`.'),
  flavour: z.string().describe('Variant of the test, such as `in_message`.'),
  passed: z.boolean().describe('Whether the agent did as expected.'),
  message: z
    .string()
    .describe(
      'Message of the customer; where a text was read by itself, its question or title, or empty for a setting.',
    ),
  expected: z.string().describe('Expected behaviour of the agent, for people.'),
  answer: z.string().nullable().describe('Reply of the agent or the text that was read; null if there is none.'),
  advice: z.string().nullable().describe('Change to make in the agent if the case failed; else null.'),
});

export const gateEngines = ['local', 'model'] as const;
export const GateEngine = z.enum(gateEngines).meta({
  id: 'GateEngine',
  description: '`local`: this program itself, which publishing asks; `model`: the language model of the server.',
});

export const GateRun = z
  .object({
    id: z.string(),
    agentId: z.string().describe('Id of the tested agent.'),
    hash: z.string().describe('Hash of the tested configuration, FAQs, items and knowledge.'),
    engine: GateEngine.describe('What decided the replies.'),
    state: GateState,
    passed: z.int().describe('Cases that passed.'),
    failed: z.int().describe('Cases that failed.'),
    skipped: z.int().describe('Cases that a run with the model left out to stay within its limits.'),
    tokens: z.int().nullable().describe('Tokens of the model, in and out; null for `local`.'),
    cases: z.array(GateCase).describe('All cases that were run.'),
    startedAt: z.string(),
    finishedAt: z.string(),
  })
  .meta({ id: 'GateRun' });
export type GateRun = z.infer<typeof GateRun>;
export type GateCase = GateRun['cases'][number];
