import { z } from 'zod';
import { comparison, needsValue, valueRule } from '../triggers/trigger.schemas.ts';
import { ConversationStage, CrmCard, Http, Lead, Order, SetVariables, Tag } from './action-steps.schemas.ts';
import { StepId, step, Text } from './step-parts.schemas.ts';
import { Appointment, Ask, Message } from './talk-steps.schemas.ts';

const empty = z.strictObject({}).default({});

const ContactField = z
  .enum(['name', 'phone', 'email'])
  .meta({ id: 'FlowContactField', description: 'A field of the contact.' });

const BranchMatch = z
  .enum(['all', 'any'])
  .meta({ id: 'FlowBranchMatch', description: 'Whether all conditions must hold, or any of them.' });

export const Condition = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('variable').describe('Compares a value of the run.'),
      name: z
        .string()
        .regex(/^[a-z][A-Za-z0-9_.]{0,99}$/)
        .describe('Name of a variable, or of a value such as `message.text` or `event.data.status`.'),
      ...comparison,
    })
    .refine(needsValue, valueRule),
  z
    .strictObject({
      type: z.literal('contact').describe('Compares a field of the contact.'),
      field: ContactField,
      ...comparison,
    })
    .refine(needsValue, valueRule),
  z.strictObject({
    type: z.literal('tag').describe('Looks at the tags of the contact.'),
    tag: z.string().trim().min(1).max(40).describe('Name of a tag.'),
    has: z.boolean().default(true).describe('Whether the contact must have it or must not.'),
  }),
  z.strictObject({
    type: z.literal('business_hours').describe('Looks at the business hours of the agent.'),
    open: z.boolean().default(true).describe('Whether the shop must be open or closed.'),
  }),
]);
export type Condition = z.output<typeof Condition>;

const Branch = step(
  'branch',
  'Goes on where the conditions say.',
  z.strictObject({
    branches: z
      .array(
        z.strictObject({
          match: BranchMatch.default('all'),
          conditions: z.array(Condition).min(1).max(10).describe('What must hold.'),
          next: StepId.nullable().describe('The step of this branch; null ends the run.'),
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
  'Waits for some time, or until a moment.',
  z
    .strictObject({
      seconds: z.int().min(1).max(longestWaitSeconds).optional().describe('How long to wait; 31 days at most.'),
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

const Agent = step('agent', 'The AI agent replies to the last message of the customer.', empty, {});
const Handoff = step(
  'handoff',
  'Hands the conversation over to a person.',
  z.strictObject({
    text: Text(2_000, 1).optional().describe('Message to the customer before the handoff.'),
    handoffType: z.string().trim().min(1).max(60).default('FLOW').describe('Why a person has it, in a word.'),
    assignedTo: z.string().trim().min(1).max(120).optional().describe('Name of the person who is to reply.'),
  }),
  { text: 'Já chamo uma pessoa da equipe.', handoffType: 'FLOW' },
);
const GoTo = step(
  'go_to',
  'Goes on at another step, also at an earlier one.',
  z.strictObject({ stepId: StepId.describe('The step to go to.') }),
  { stepId: 'menu' },
);
const End = step('end', 'Ends the run as COMPLETED.', empty, {});

export const Step = z
  .discriminatedUnion('type', [
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
  ])
  .meta({ id: 'FlowStep', description: 'One step of a flow, of one of these kinds.' });
export type Step = z.output<typeof Step>;
export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;
