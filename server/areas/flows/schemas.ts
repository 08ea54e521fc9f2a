import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
import { cursorQuery, Flag } from '../../http/paginate.ts';
import { openStates, runOutcomes } from './runs/run.ts';
import { Step } from './steps/step.schemas.ts';
import { Trigger } from './triggers/trigger.schemas.ts';

const FlowRunState = z.enum([...openStates, ...runOutcomes]).meta({ id: 'FlowRunState' });

export const flowStatuses = ['DRAFT', 'ACTIVE', 'ATTENTION', 'ARCHIVED'] as const;
const FlowStatus = z.enum(flowStatuses).meta({ id: 'FlowStatus' });
export type FlowStatus = (typeof flowStatuses)[number];

const Name = z.string().trim().min(1).max(100);

const Steps = z
  .array(Step)
  .min(1)
  .max(100)
  .superRefine((steps, context) => {
    for (const [index, { id }] of steps.entries()) {
      if (!steps.slice(0, index).some((before) => before.id === id)) continue;
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Another step has this id' });
    }
  })
  .describe('A run begins at the first step.');

export const FlowDraft = z.strictObject({
  aiAgentId: z.string().min(1),
  name: Name,
  trigger: Trigger,
  steps: Steps,
});
export type FlowDraft = z.output<typeof FlowDraft>;

export const FlowChanges = z.strictObject({
  name: Name.optional(),
  trigger: Trigger.optional(),
  steps: Steps.optional(),
  active: z.boolean().optional(),
  status: FlowStatus.optional(),
});
export type FlowChanges = z.output<typeof FlowChanges>;

export const Toggle = z
  .strictObject({ active: z.boolean().optional().describe('If absent, the flow is toggled.') })
  .meta({ examples: [{ active: true }] });

export const FlowProblem = z.object({
  field: z.string().describe('Path of the field, such as `steps[3].config.stageId`.'),
  code: z.string(),
  message: z.string(),
});
export type FlowProblem = z.infer<typeof FlowProblem>;

export const Flow = z
  .object({
    id: z.string(),
    aiAgentId: z.string(),
    name: z.string(),
    trigger: Trigger,
    steps: z.array(Step),
    active: z.boolean().describe('Whether the flow starts new runs: true while its status is ACTIVE.'),
    status: FlowStatus,
    problems: z.array(FlowProblem).describe('Reasons for the status ATTENTION; otherwise empty.'),
    version: z.int().describe('Increases with each change of trigger or steps; a run keeps the version it began with.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Flow' });
export type Flow = z.infer<typeof Flow>;

export const FlowListQuery = z.object({
  aiAgentId: z.string().min(1),
  includeArchived: Flag.describe('Extension: `true` also lists archived flows.'),
});

export const FlowRun = z
  .object({
    id: z.string(),
    flowId: z.string(),
    flowVersion: z.int(),
    conversationId: z.string().nullable(),
    state: FlowRunState,
    stepId: z
      .string()
      .nullable()
      .describe('Current step, or the step at which the run ended; null once it is COMPLETED.'),
    stepCount: z.int(),
    variables: z.record(z.string(), z.string()),
    dueAt: z.string().nullable().describe('When the run continues or expires by itself.'),
    depth: z.int().describe('1, or one more than the depth of the run whose event started it.'),
    reason: Fault.nullable(),
    finishedAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FlowRun' });
export type FlowRun = z.infer<typeof FlowRun>;

export const RunListQuery = z.object({
  ...cursorQuery,
  state: FlowRunState.optional().describe('Only runs in this state.'),
});

export const RunDraft = z.strictObject({
  conversationId: z.string().min(1).max(64),
  variables: z
    .record(z.string().max(40), z.string().max(2_000))
    .default({})
    .describe('Values of the variables that the trigger declares.'),
});

export const Overview = z
  .object({
    aiAgentId: z.string(),
    timezone: z.string(),
    runs: z.object({
      started: z.int(),
      completed: z.int(),
      interrupted: z.int(),
      expired: z.int(),
      failed: z.int(),
      open: z.int().describe('Runs that have not ended, whenever they began.'),
    }),
    completionRate: z.number().nullable().describe('Completed runs divided by ended runs; null if none ended.'),
    averageDurationMs: z.int().nullable().describe('From start to end, over all ended runs; null if none ended.'),
    days: z.array(z.object({ date: z.string(), runs: z.int() })).describe('Runs that began on each of the 7 days.'),
    flows: z.array(
      z.object({
        flowId: z.string(),
        name: z.string(),
        started: z.int(),
        completed: z.int(),
        steps: z
          .array(
            z.object({
              stepId: z.string(),
              type: z.string(),
              entered: z.int(),
              droppedOff: z.int().describe('Runs that ended at this step without completing.'),
              dropOffRate: z.number().nullable(),
            }),
          )
          .describe('The current steps of the flow, in order.'),
      }),
    ),
    agents: z
      .array(z.object({ aiAgentId: z.string(), name: z.string(), runs: z.int() }))
      .describe('Runs that began in these days, per agent.'),
  })
  .meta({ id: 'FlowOverview' });

export const TestDraft = z.strictObject({
  messages: z.array(z.string().min(1).max(4_096)).max(50).default([]).describe('Messages of the customer, in order.'),
  contact: z
    .strictObject({
      name: z.string().max(100).default('Maria Silva'),
      phone: z.string().max(30).default('+5511987654321'),
      email: z.string().max(254).default(''),
      tags: z.array(z.string().max(40)).max(20).default([]),
    })
    .prefault({}),
  variables: z
    .record(z.string().max(100), z.string().max(2_000))
    .default({})
    .describe('Variables that are set when the run begins.'),
  answers: z
    .record(z.string().max(40), z.json())
    .default({})
    .describe('Response body of each http step, by the id of the step; no request is sent.'),
  at: z.iso
    .datetime()
    .transform((text) => new Date(text).toISOString())
    .optional()
    .describe('Time at which the dry run begins; defaults to now. Waits pass at once.'),
  trigger: Trigger.optional().describe('Played in place of the stored trigger.'),
  steps: Steps.optional().describe('Played in place of the stored steps, such as changes that are not saved yet.'),
});
export type TestDraft = z.output<typeof TestDraft>;

export const TestResult = z
  .object({
    triggered: z
      .boolean()
      .describe('Whether the first message triggers the flow; always true for triggers other than a message.'),
    transcript: z.array(
      z.object({
        from: z.enum(['CUSTOMER', 'FLOW', 'SYSTEM']),
        stepId: z.string().nullable(),
        text: z.string().describe('The message, or for SYSTEM the effect that a real run would have.'),
        at: z.string(),
      }),
    ),
    path: z.array(z.string()).describe('Ids of the steps in the order in which the run came to them.'),
    state: FlowRunState.nullable(),
    stepId: z.string().nullable(),
    stepCount: z.int(),
    variables: z.record(z.string(), z.string()),
    reason: Fault.nullable(),
    problems: z.array(FlowProblem).describe('Problems that keep the flow from being turned on.'),
  })
  .meta({ id: 'FlowTestResult' });
