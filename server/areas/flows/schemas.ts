import { z } from 'zod';
import { Fault } from '../../http/common.schemas.ts';
import { cursorQuery, Flag } from '../../http/paginate.ts';
import { Moment } from '../../platform/text/times.ts';
import { openStates, runOutcomes } from './runs/run.ts';
import { Step } from './steps/step.schemas.ts';
import { JsonValue } from './steps/step-parts.schemas.ts';
import { Trigger } from './triggers/trigger.schemas.ts';

const FlowRunState = z.enum([...openStates, ...runOutcomes]).meta({
  id: 'FlowRunState',
  description:
    'RUNNING, WAITING_ANSWER (of the customer) and WAITING_TIME are open. COMPLETED came to its end; INTERRUPTED: a ' +
    'person, or another flow, took over; EXPIRED: no answer came in time, or it took too many steps; FAILED: a step ' +
    'could not be done.',
});

/** Why a run ended otherwise than COMPLETED. */
const Reason = Fault.nullable().describe('Why it ended otherwise than COMPLETED; null for any other state.');
const Variables = z.record(z.string(), z.string());

export const flowStatuses = ['DRAFT', 'ACTIVE', 'ATTENTION', 'ARCHIVED'] as const;
const FlowStatus = z.enum(flowStatuses).meta({
  id: 'FlowStatus',
  description: 'Only an ACTIVE flow starts runs. ATTENTION: it is on, but something that it refers to is missing.',
});
export type FlowStatus = (typeof flowStatuses)[number];

const Name = z.string().trim().min(1).max(100).describe('What people call the flow.');

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
  .describe('1 to 100 steps with different ids; a run begins at the first one.');

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
  active: z.boolean().optional().describe('Turns the flow on or off.'),
  status: FlowStatus.optional(),
});
export type FlowChanges = z.output<typeof FlowChanges>;

export const Toggle = z
  .strictObject({ active: z.boolean().optional().describe('If absent, the flow is toggled.') })
  .meta({ examples: [{ active: true }] });

export const FlowProblem = z.object({
  field: z.string().describe('Path of the field, such as `steps[3].config.stageId`.'),
  code: z.string().describe('The kind of problem, as a stable word.'),
  message: z.string().describe('What is wrong, for people.'),
});
export type FlowProblem = z.infer<typeof FlowProblem>;

export const Flow = z
  .object({
    id: z.string(),
    aiAgentId: z.string().describe('Id of the AI agent that it belongs to.'),
    name: z.string().describe('What people call the flow.'),
    trigger: Trigger,
    steps: z.array(Step).describe('A run begins at the first one.'),
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
    flowId: z.string().describe('Id of the flow.'),
    flowVersion: z.int().describe('The version of the flow with which it began and ends.'),
    conversationId: z.string().nullable().describe('Id of the conversation in which it runs; null without one.'),
    state: FlowRunState,
    stepId: z
      .string()
      .nullable()
      .describe('Current step, or the step at which the run ended; null once it is COMPLETED.'),
    stepCount: z.int().describe('How many steps it has taken; 500 at most.'),
    variables: Variables.describe('Its values by name; those of the event that started it begin with `event.`.'),
    dueAt: z.string().nullable().describe('When the run continues or expires by itself; null if it does not.'),
    depth: z.int().describe('1, or one more than the depth of the run whose event started it.'),
    reason: Reason,
    finishedAt: z.string().nullable().describe('When it ended; null while it is open.'),
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
    runs: z
      .object({
        started: z.int().describe('Runs that began.'),
        completed: z.int().describe('Runs that ended as COMPLETED.'),
        interrupted: z.int().describe('Runs that ended as INTERRUPTED.'),
        expired: z.int().describe('Runs that ended as EXPIRED.'),
        failed: z.int().describe('Runs that ended as FAILED.'),
        open: z.int().describe('Runs that have not ended, whenever they began.'),
      })
      .describe('Runs of all flows of the agent in the 7 days.'),
    completionRate: z.number().nullable().describe('Completed runs divided by ended runs; null if none ended.'),
    averageDurationMs: z.int().nullable().describe('From start to end, over all ended runs; null if none ended.'),
    days: z
      .array(
        z.object({
          date: z.string().describe('The day, YYYY-MM-DD in the time zone of the workspace.'),
          runs: z.int().describe('Runs that began on it.'),
        }),
      )
      .describe('The 7 days, oldest first.'),
    flows: z
      .array(
        z.object({
          flowId: z.string().describe('Id of the flow.'),
          name: z.string().describe('What people call the flow.'),
          started: z.int().describe('Its runs that began.'),
          completed: z.int().describe('Its runs that ended as COMPLETED.'),
          steps: z
            .array(
              z.object({
                stepId: z.string().describe('Id of the step.'),
                type: z.string().describe('Its kind, such as `ask`.'),
                entered: z.int().describe('How often runs came to it.'),
                droppedOff: z.int().describe('Runs that ended at this step without completing.'),
                dropOffRate: z
                  .number()
                  .nullable()
                  .describe('`droppedOff` divided by `entered`; null if none came to it.'),
              }),
            )
            .describe('The current steps of the flow, in order.'),
        }),
      )
      .describe('Each flow of the agent, archived ones included.'),
    agents: z
      .array(
        z.object({
          aiAgentId: z.string().describe('Id of the agent.'),
          name: z.string().describe('Name of the agent.'),
          runs: z.int().describe('Runs that began.'),
        }),
      )
      .describe('All agents with runs in these days, the most runs first.'),
  })
  .meta({ id: 'FlowOverview' });

export const TestDraft = z.strictObject({
  messages: z.array(z.string().min(1).max(4_096)).max(50).default([]).describe('Messages of the customer, in order.'),
  contact: z
    .strictObject({
      id: z.string().max(64).default('ct_test').describe('Id of the contact.'),
      name: z.string().max(100).default('Maria Silva').describe('Name of the customer.'),
      phone: z.string().max(30).default('+5511987654321').describe('Empty for a customer who hides it.'),
      username: z.string().max(100).default('').describe('The user name, without @; empty for none.'),
      email: z.string().max(254).default('').describe('An e-mail address; empty for none.'),
      tags: z.array(z.string().max(40)).max(20).default([]).describe('Names of the tags that the customer has.'),
    })
    .prefault({})
    .describe('The customer of the dry run, who need not exist.'),
  variables: z
    .record(z.string().max(100), z.string().max(2_000))
    .default({})
    .describe('Variables that are set when the run begins.'),
  answers: z
    .record(z.string().max(40), JsonValue)
    .default({})
    .describe('Response body of each http step, by the id of the step; no request is sent.'),
  at: Moment.optional().describe('Time at which the dry run begins; defaults to now. Waits pass at once.'),
  trigger: Trigger.optional().describe('Played in place of the stored trigger.'),
  steps: Steps.optional().describe('Played in place of the stored steps, such as changes that are not saved yet.'),
});
export type TestDraft = z.output<typeof TestDraft>;

export const TestResult = z
  .object({
    triggered: z
      .boolean()
      .describe('Whether the first message triggers the flow; always true for triggers other than a message.'),
    transcript: z
      .array(
        z.object({
          from: z.enum(['CUSTOMER', 'FLOW', 'SYSTEM']).describe('Who writes; SYSTEM tells an effect.'),
          stepId: z.string().nullable().describe('Id of the step that wrote it; null for the customer.'),
          text: z.string().describe('The message, or for SYSTEM the effect that a real run would have.'),
          at: z.string().describe('When it happens in the dry run, UTC.'),
        }),
      )
      .describe('What was said and done, in order.'),
    path: z.array(z.string()).describe('Ids of the steps in the order in which the run came to them.'),
    state: FlowRunState.nullable().describe('Where the run stands after the messages; null if it was not triggered.'),
    stepId: z
      .string()
      .nullable()
      .describe('Id of the step at which it waits or ended; null once it is COMPLETED, or if it was not triggered.'),
    stepCount: z.int().describe('How many steps it took.'),
    variables: Variables.describe('Its values by name, at the end.'),
    reason: Reason,
    problems: z.array(FlowProblem).describe('Problems that keep the flow from being turned on.'),
  })
  .meta({ id: 'FlowTestResult' });
