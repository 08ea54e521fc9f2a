import { z } from 'zod';
import { comparison, needsValue, valueRule } from '../triggers/trigger.schemas.ts';
import { ConversationStage, CrmCard, Http, Lead, Order, SetVariables, Tag } from './action-steps.schemas.ts';
import { StepId, step, Text } from './step-parts.schemas.ts';
import { Appointment, Ask, Message } from './talk-steps.schemas.ts';

const empty = z.strictObject({}).default({});

export const Condition = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('variable'), name: z.string().regex(/^[a-z][A-Za-z0-9_.]{0,99}$/), ...comparison })
    .refine(needsValue, valueRule),
  z
    .strictObject({ type: z.literal('contact'), field: z.enum(['name', 'phone', 'email']), ...comparison })
    .refine(needsValue, valueRule),
  z.strictObject({ type: z.literal('tag'), tag: z.string().trim().min(1).max(40), has: z.boolean().default(true) }),
  z.strictObject({ type: z.literal('business_hours'), open: z.boolean().default(true) }),
]);
export type Condition = z.output<typeof Condition>;

const Branch = step(
  'branch',
  z.strictObject({
    branches: z
      .array(
        z.strictObject({
          match: z.enum(['all', 'any']).default('all'),
          conditions: z.array(Condition).min(1).max(10),
          next: StepId.nullable(),
        }),
      )
      .min(1)
      .max(20)
      .describe('The first branch whose conditions hold is taken, else the `next` of the step.'),
  }),
  {
    branches: [
      {
        match: 'all',
        conditions: [{ type: 'variable', name: 'delivery', operator: 'equals', value: 'delivery' }],
        next: 'ask-address',
      },
    ],
  },
);

const longestWaitSeconds = 31 * 86_400;

const Wait = step(
  'wait',
  z
    .strictObject({
      seconds: z.int().min(1).max(longestWaitSeconds).optional(),
      until: Text(100, 1)
        .optional()
        .describe(
          'A time of day such as 09:00 (its next occurrence), a local time such as 2026-11-21T09:00, or a moment ' +
            'with an offset. May come from a {{variable}}. A moment in the past does not wait; 31 days at most.',
        ),
    })
    .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
      path: ['seconds'],
      message: 'needs exactly one of seconds and until',
    }),
  { seconds: 3_600 },
);

const Agent = step('agent', empty.describe('The AI agent replies to the last message of the customer.'), {});
const Handoff = step(
  'handoff',
  z.strictObject({
    text: Text(2_000, 1).optional().describe('Message to the customer before the handoff.'),
    handoffType: z.string().trim().min(1).max(60).default('FLOW'),
    assignedTo: z.string().trim().min(1).max(120).optional(),
  }),
  { text: 'Já chamo uma pessoa da equipe.', handoffType: 'FLOW' },
);
const GoTo = step('go_to', z.strictObject({ stepId: StepId }), { stepId: 'menu' });
const End = step('end', empty, {});

export const Step = z.discriminatedUnion('type', [
  Message,
  Ask,
  Branch,
  Wait,
  SetVariables,
  Tag,
  ConversationStage,
  CrmCard,
  Lead,
  Order,
  Appointment,
  Http,
  Agent,
  Handoff,
  GoTo,
  End,
]);
export type Step = z.output<typeof Step>;
export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;
