import { z } from 'zod';
import { Timezone } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { Amount } from '../../../platform/text/money.ts';
import { Day } from '../../../platform/text/times.ts';

const hour = /^([01]\d|2[0-3]):[0-5]\d$/;
const hourOrMidnight = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const RangeDraft = z
  .strictObject({
    from: z.string().regex(hour, 'must be HH:MM').describe('When it opens, HH:MM.'),
    to: z.string().regex(hourOrMidnight, 'must be HH:MM, 24:00 at most').describe('When it closes, HH:MM.'),
  })
  .refine((range) => range.from !== range.to, { path: ['to'], message: 'must differ from `from`' })
  .meta({
    id: 'OpeningRangeDraft',
    description: 'Half-open. `to` before `from` is on the next day; a whole day is 00:00 to 24:00.',
  });

const RangesDraft = z.array(RangeDraft).max(12).superRefine(rejectOverlaps);
const DayDraft = RangesDraft.default([]);

const ExceptionDraft = z
  .strictObject({
    date: Day.describe('Day, YYYY-MM-DD.'),
    closed: z.boolean().default(false).describe('Whether the shop is closed all day.'),
    ranges: RangesDraft.default([]).describe('When it is open on that day; empty if closed.'),
  })
  .refine((entry) => entry.closed === (entry.ranges.length === 0), {
    path: ['ranges'],
    message: 'must be empty if closed is true, and must not be empty otherwise',
  });

/** Adds an issue for ranges of one day that overlap. HH:MM sorts as text. */
function rejectOverlaps(ranges: { from: string; to: string }[], context: z.RefinementCtx): void {
  const endOf = ({ from, to }: { from: string; to: string }) => (to < from ? '24:00' : to);
  for (const [index, range] of ranges.entries()) {
    const other = ranges.slice(0, index).find((before) => range.from < endOf(before) && before.from < endOf(range));
    if (other) {
      const message = `overlaps ${other.from} to ${other.to} of the same day`;
      context.addIssue({ code: 'custom', path: [index, 'from'], message });
    }
  }
}

export const BusinessHoursDraft = z
  .strictObject({
    timezone: Timezone.nullable().default(null).describe('Defaults to the time zone of the workspace.'),
    days: z
      .strictObject({
        mon: DayDraft,
        tue: DayDraft,
        wed: DayDraft,
        thu: DayDraft,
        fri: DayDraft,
        sat: DayDraft,
        sun: DayDraft,
      })
      .describe('The ranges that begin on each weekday; a day without ranges is closed.'),
    exceptions: z
      .array(ExceptionDraft)
      .max(400)
      .default([])
      .describe('Dates with their own hours, which replace the ranges that begin on that day.'),
  })
  .superRefine(({ exceptions }, context) => {
    rejectDuplicates(
      context,
      exceptions.map((entry) => entry.date),
      (index) => ['exceptions', index, 'date'],
    );
  });
export type BusinessHours = z.output<typeof BusinessHoursDraft>;

/** Adds an issue for each repeated value. */
function rejectDuplicates(
  context: z.RefinementCtx,
  values: (string | undefined)[],
  pathOf: (index: number) => (string | number)[],
): void {
  for (const [index, value] of values.entries()) {
    if (value === undefined || values.indexOf(value) === index) continue;
    context.addIssue({ code: 'custom', path: pathOf(index), message: 'must not occur twice' });
  }
}

const ItemId = z.string().trim().min(1).max(64).optional().describe('Generated if absent.');

export const ServicesDraft = z
  .array(
    z.strictObject({
      id: ItemId,
      name: z.string().trim().min(1).max(120).describe('What customers call it.'),
      description: z
        .string()
        .max(1000)
        .nullable()
        .default(null)
        .describe('What the agent tells of it; null for nothing.'),
      durationMinutes: z
        .int()
        .min(1)
        .max(1440)
        .nullable()
        .default(null)
        .describe('How long it takes, in minutes; null if it is not told, and then a booking takes 60.'),
      price: Amount.nullable().default(null).describe("In the shop's currency; null if it is not told."),
    }),
  )
  .max(200)
  .superRefine((services, context) => {
    rejectDuplicates(
      context,
      services.map((service) => service.id),
      (index) => [index, 'id'],
    );
  });

export const mostRules = 100;
export const ruleKinds = ['must', 'must_not', 'handoff', 'info'] as const;
export const AgentRuleKind = z.enum(ruleKinds).meta({
  id: 'AgentRuleKind',
  description:
    '`must`: what it always does; `must_not`: what it never does or says; `handoff`: when it calls a person; `info`: a ' +
    'fact that it may quote.',
});

const RuleDraft = z.strictObject({
  id: ItemId,
  kind: AgentRuleKind,
  text: z.string().trim().min(1).max(1000).describe('The rule in the words of the shop.'),
  active: z.boolean().default(true).describe('Whether it applies. Default true.'),
  order: z.int().min(0).optional().describe('Place in the list, from 0. If absent, the entry keeps its place.'),
});

const RulesObject = z
  .strictObject({ items: z.array(RuleDraft).max(mostRules).describe('All rules, in order.') })
  .superRefine(({ items }, context) => {
    rejectDuplicates(
      context,
      items.map((rule) => rule.id),
      (index) => ['items', index, 'id'],
    );
  })
  .describe('`{items: [rule, …]}`. The bare array, as responses show it, is accepted too.');

/** The specification takes an object; the array of a response is accepted too, so that it can be sent back. */
export const RulesDraft = z.preprocess((value) => (Array.isArray(value) ? { items: value } : value), RulesObject);

/** One change of one rule. */
export const RulesPatch = z
  .strictObject({
    add: RuleDraft.omit({ id: true }).optional().describe('A new rule.'),
    update: RuleDraft.omit({ active: true })
      .partial()
      .extend({
        id: z.string().describe('The id of the rule.'),
        active: z.boolean().optional().describe('Whether it applies.'),
      })
      .optional()
      .describe('A rule with what changes in it.'),
    remove: z.string().optional().describe('The id of the rule.'),
    reorder: z.array(z.string()).max(mostRules).optional().describe('The ids of all rules in their new order.'),
  })
  .refine((patch) => Object.values(patch).filter((change) => change !== undefined).length === 1, {
    message: 'must have exactly one of add, update, remove and reorder',
  });
export type RulesPatch = z.output<typeof RulesPatch>;

/** The behaviour of the agent. A response contains every key with its default. */
export const BehaviorDraft = z.strictObject({
  debounceMs: z
    .int()
    .min(0)
    .max(minuteMs)
    .default(3_000)
    .describe('Milliseconds to wait for further messages before a reply. Default 3000.'),
  maxRepliesPerHour: z
    .int()
    .min(1)
    .max(1_000)
    .default(60)
    .describe('Replies per conversation and hour, after which a person is called. Default 60.'),
  handoffKeywords: z
    .array(z.string().trim().min(1).max(60))
    .max(50)
    .default([])
    .describe('Words of a customer that call a person, in addition to the built-in ones. Default none.'),
  handoffAfterMisses: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Consecutive unanswered questions before a person is called; 0: never. Default 3.'),
  answerThreshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.65)
    .describe('Confidence that an answer needs, 0 to 1. Default 0.65.'),
  topK: z.int().min(1).max(20).default(5).describe('Knowledge passages that a search for a reply returns. Default 5.'),
  appointmentReminderMinutes: z
    .int()
    .min(0)
    .max(20_160)
    .default(0)
    .describe('Minutes before an appointment at which the client is reminded; 0: never. Default 0.'),
  model: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .nullable()
    .default(null)
    .describe('Language model of this agent, if one is configured. Default null: the model of the server.'),
  temperature: z.number().min(0).max(2).default(0.2).describe('Temperature of the language model. Default 0.2.'),
  changesAtOnce: z
    .boolean()
    .default(true)
    .describe(
      'Whether prices, the sale of items and the hours of today take effect at once, unless they contradict what is ' +
        'published. Default true.',
    ),
});

export const FaqDraft = z.strictObject({
  question: z.string().trim().min(1).max(500).describe('As customers ask it.'),
  answer: z.string().trim().min(1).max(2000).describe('What the agent answers.'),
  order: z.int().min(0).optional().describe('Place in the list, from 0. If absent, the entry keeps its place.'),
});

export const FaqChanges = FaqDraft.partial();

export const mostFaqs = 500;

export const FaqOrder = z.strictObject({
  orderedIds: z.array(z.string()).min(1).max(mostFaqs).describe('The ids of all FAQs in their new order.'),
});
