import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { Timezone } from '../../../platform/access/workspaces.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { Amount } from '../../../platform/text/money.ts';

const hour = /^([01]\d|2[0-3]):[0-5]\d$/;
const hourOrMidnight = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const RangeDraft = z
  .strictObject({
    from: z.string().regex(hour, 'must be HH:MM'),
    to: z.string().regex(hourOrMidnight, 'must be HH:MM, 24:00 at most'),
  })
  .refine((range) => range.from !== range.to, { path: ['to'], message: 'must differ from `from`' })
  .describe('Half-open. `to` before `from` means the next day; a whole day is 00:00 to 24:00.');

const RangesDraft = z.array(RangeDraft).max(12).superRefine(refuseOverlaps);
const DayDraft = RangesDraft.default([]);

const ExceptionDraft = z
  .strictObject({
    date: z.string().refine(isDate, 'must be a day as YYYY-MM-DD'),
    closed: z.boolean().default(false),
    ranges: RangesDraft.default([]),
  })
  .refine((entry) => entry.closed === (entry.ranges.length === 0), {
    path: ['ranges'],
    message: 'an exception has either closed: true or ranges',
  });

/** Two ranges of one day that share a minute are a slip of the pen. HH:MM sorts as text does. */
function refuseOverlaps(ranges: { from: string; to: string }[], context: z.RefinementCtx): void {
  const endOf = ({ from, to }: { from: string; to: string }) => (to < from ? '24:00' : to);
  for (const [index, range] of ranges.entries()) {
    const other = ranges.slice(0, index).find((before) => range.from < endOf(before) && before.from < endOf(range));
    if (other) {
      const message = `overlaps ${other.from} to ${other.to} of the same day`;
      context.addIssue({ code: 'custom', path: [index, 'from'], message });
    }
  }
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

export const BusinessHoursDraft = z
  .strictObject({
    timezone: Timezone.nullable().default(null).describe('Without it the time zone of the workspace.'),
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
      .describe('The ranges that begin on each day of the week; a day without any is closed.'),
    exceptions: z
      .array(ExceptionDraft)
      .max(400)
      .default([])
      .describe('Days with hours of their own: they replace the ranges that begin on that day.'),
  })
  .superRefine(({ exceptions }, context) => {
    refuseRepeats(
      context,
      exceptions.map((entry) => entry.date),
      (index) => ['exceptions', index, 'date'],
    );
  });
export type BusinessHours = z.output<typeof BusinessHoursDraft>;

/** Tells the place of every value that has come before. */
function refuseRepeats(
  context: z.RefinementCtx,
  values: (string | undefined)[],
  pathOf: (index: number) => (string | number)[],
): void {
  for (const [index, value] of values.entries()) {
    if (value === undefined || values.indexOf(value) === index) continue;
    context.addIssue({ code: 'custom', path: pathOf(index), message: 'is there twice' });
  }
}

const ItemId = z.string().trim().min(1).max(64).optional().describe('Made here where it is absent.');

export const ServicesDraft = z
  .array(
    z.strictObject({
      id: ItemId,
      name: z.string().trim().min(1).max(120),
      description: z.string().max(1000).nullable().default(null),
      durationMinutes: z.int().min(1).max(1440).nullable().default(null),
      price: Amount.nullable().default(null),
    }),
  )
  .max(200)
  .superRefine((services, context) => {
    refuseRepeats(
      context,
      services.map((service) => service.id),
      (index) => [index, 'id'],
    );
  });

export const mostRules = 100;
export const ruleKinds = ['must', 'must_not', 'handoff', 'info'] as const;

const RuleDraft = z.strictObject({
  id: ItemId,
  kind: z.enum(ruleKinds),
  text: z.string().trim().min(1).max(1000),
  active: z.boolean().default(true).describe('Default true.'),
  order: z.int().min(0).optional().describe('Place in the list; without it where it stands.'),
});

const RulesObject = z
  .strictObject({ items: z.array(RuleDraft).max(mostRules) })
  .superRefine(({ items }, context) => {
    refuseRepeats(
      context,
      items.map((rule) => rule.id),
      (index) => ['items', index, 'id'],
    );
  })
  .describe('`{items: [rule, …]}`. The bare array, as answers show it, is understood too.');

/** The specification takes an object; what an answer shows may be sent back as it is. */
export const RulesDraft = z.preprocess((value) => (Array.isArray(value) ? { items: value } : value), RulesObject);

/** One change of one rule. */
export const RulesPatch = z
  .strictObject({
    add: RuleDraft.omit({ id: true }).optional(),
    update: RuleDraft.omit({ active: true })
      .partial()
      .extend({ id: z.string(), active: z.boolean().optional() })
      .optional(),
    remove: z.string().optional().describe('The id of the rule.'),
    reorder: z.array(z.string()).max(mostRules).optional().describe('The ids of all rules in their new order.'),
  })
  .refine((patch) => Object.values(patch).filter((change) => change !== undefined).length === 1, {
    message: 'must have exactly one of add, update, remove and reorder',
  });
export type RulesPatch = z.output<typeof RulesPatch>;

/** How the agent behaves; the answer shows every key, so the defaults are the documentation. */
export const BehaviorDraft = z.strictObject({
  debounceMs: z
    .int()
    .min(0)
    .max(minuteMs)
    .default(3_000)
    .describe('How long it waits for a further message before it replies. Default 3000.'),
  maxRepliesPerHour: z
    .int()
    .min(1)
    .max(1_000)
    .default(60)
    .describe('Replies to one conversation in an hour. Default 60.'),
  handoffKeywords: z
    .array(z.string().trim().min(1).max(60))
    .max(50)
    .default([])
    .describe('Words of a customer that call a person, beside the usual ones. Default none.'),
  handoffAfterMisses: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('Questions without an answer in a row before a person is called; 0: never. Default 3.'),
  answerThreshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.55)
    .describe('How sure it must be of an answer, 0 to 1. Default 0.55.'),
  topK: z.int().min(1).max(20).default(5).describe('Passages of knowledge that an answer may rest on. Default 5.'),
  appointmentReminderMinutes: z
    .int()
    .min(0)
    .max(20_160)
    .default(0)
    .describe('How long before an appointment the client is reminded; 0: not at all. Default 0.'),
  model: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .nullable()
    .default(null)
    .describe('The language model, where one is configured. Null, the default: the one of the server.'),
  temperature: z.number().min(0).max(2).default(0.2).describe('Of the language model; default 0.2.'),
});

export const FaqDraft = z.strictObject({
  question: z.string().trim().min(1).max(500),
  answer: z.string().trim().min(1).max(2000),
  order: z.int().min(0).optional().describe('Place in the list; without it where it stands.'),
});

export const FaqChanges = FaqDraft.partial();

export const mostFaqs = 500;

export const FaqOrder = z.strictObject({ orderedIds: z.array(z.string()).min(1).max(mostFaqs) });
