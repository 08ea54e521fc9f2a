import { validate } from 'node-cron';
import { z } from 'zod';
import { EventKind } from '../../events.ts';
import { isPattern, mostPatternSize, sizeOf } from './keyword-patterns.ts';

const longestPattern = 200;

const KeywordMatch = z
  .enum(['exact', 'contains', 'regex'])
  .meta({ id: 'FlowKeywordMatch', description: 'How words are compared with a message.' });

const Keyword = z
  .strictObject({
    type: z.literal('keyword').describe('The kind of trigger.'),
    words: z
      .array(z.string().trim().min(1).max(longestPattern))
      .min(1)
      .max(50)
      .describe('Words, or with `regex` patterns; any of them triggers.'),
    match: KeywordMatch.default('contains').describe(
      '`exact`: the whole message; `contains`: the words in sequence; both ignore case and accents. `regex`: RE2 ' +
        'syntax (no look-around, no back-references), matched against the first 500 characters. The patterns of a ' +
        `trigger may have ${mostPatternSize} characters together; a repeat such as \`{0,30}\` counts as often as it repeats.`,
    ),
  })
  .superRefine(({ words, match }, context) => {
    if (match !== 'regex') return;
    if (sizeOf(words) > mostPatternSize) {
      const message = `must have ${mostPatternSize} characters together at most; a repeat counts as often as it repeats`;
      context.addIssue({ code: 'custom', path: ['words'], message });
      return;
    }
    for (const [index, word] of words.entries()) {
      if (isPattern(word)) continue;
      const message = 'is not a regular expression in RE2 syntax, which has no look-around and no back-references';
      context.addIssue({ code: 'custom', path: ['words', index], message });
    }
  })
  .meta({
    id: 'FlowKeywordTrigger',
    description: 'A message that contains some words.',
    examples: [{ type: 'keyword', words: ['cardápio', 'menu'], match: 'contains' }],
  });

const FirstMessage = z
  .strictObject({ type: z.literal('first_message').describe('The kind of trigger.') })
  .describe('The first message of a conversation.')
  .meta({ id: 'FlowFirstMessageTrigger', examples: [{ type: 'first_message' }] });

const Intent = z
  .strictObject({
    type: z.literal('intent').describe('The kind of trigger.'),
    examples: z.array(z.string().trim().min(2).max(300)).min(1).max(50).describe('What customers write who mean it.'),
    threshold: z
      .number()
      .min(0.3)
      .max(1)
      .default(0.6)
      .describe('Similarity that a message must reach; 1 means the same words.'),
  })
  .describe('A message that means the same as one of the example sentences.')
  .meta({ id: 'FlowIntentTrigger', examples: [{ type: 'intent', examples: ['Quero fazer um pedido'] }] });

export const compareOperators = [
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'is_set',
  'is_empty',
] as const;

const CompareOperator = z.enum(compareOperators).meta({
  id: 'FlowCompareOperator',
  description: 'Texts are compared without case and accents, numbers as numbers.',
});

/** A comparison needs a value, except is_set and is_empty, which take none. */
export const needsValue = ({ operator, value }: { operator: string; value?: string | undefined }): boolean =>
  (value === undefined) === (operator === 'is_set' || operator === 'is_empty');

export const valueRule = {
  path: ['value'],
  message: 'is needed, except with is_set and is_empty, which take none',
};

export const comparison = {
  operator: CompareOperator,
  value: z
    .string()
    .max(500)
    .optional()
    .describe('What to compare with; may contain {{variables}}. Absent with `is_set` and `is_empty`.'),
};

const EventCondition = z
  .strictObject({
    field: z
      .string()
      .regex(/^(data|previous)(\.[A-Za-z0-9_]{1,60}){1,5}$/, 'must be a path such as data.status or previous.status')
      .describe('Path in the event, such as `data.status` or `previous.status`.'),
    ...comparison,
  })
  .refine(needsValue, valueRule);

const Event = z
  .strictObject({
    type: z.literal('event').describe('The kind of trigger.'),
    event: EventKind,
    conditions: z.array(EventCondition).max(10).default([]).describe('All of them must hold.'),
  })
  .describe(
    'An event occurred. The run belongs to the conversation that the event names, else to the latest conversation ' +
      'with its phone number, else to none. Fields of the event are {{event.…}}.',
  )
  .meta({
    id: 'FlowEventTrigger',
    examples: [
      {
        type: 'event',
        event: 'order.updated',
        conditions: [{ field: 'data.status', operator: 'equals', value: 'OUT_FOR_DELIVERY' }],
      },
    ],
  });

const Schedule = z
  .strictObject({
    type: z.literal('schedule').describe('The kind of trigger.'),
    cron: z
      .string()
      .max(100)
      .refine(
        (text) => text.trim().split(/\s+/).length === 5 && validate(text),
        'must be a cron expression of 5 fields',
      )
      .describe(
        'Minute, hour, day, month, weekday, in the time zone of the workspace. When its clocks change, a skipped ' +
          'time runs after the gap and a repeated time runs once.',
      ),
    tags: z.array(z.string().trim().min(1).max(40)).min(1).max(20).describe('Contacts with any of these tags.'),
  })
  .describe('At the times of a cron expression, for each tagged contact who has a conversation and has not opted out.')
  .meta({ id: 'FlowScheduleTrigger', examples: [{ type: 'schedule', cron: '0 9 * * 1', tags: ['cliente fiel'] }] });

const Manual = z
  .strictObject({
    type: z.literal('manual').describe('The kind of trigger.'),
    variables: z
      .array(z.string().regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'must be a name such as orderNumber'))
      .max(20)
      .default([])
      .describe('Variables that a start may set.'),
  })
  .describe('Starts only through `POST /api/flows/{id}/runs`.')
  .meta({ id: 'FlowManualTrigger', examples: [{ type: 'manual' }] });

export const Trigger = z
  .discriminatedUnion('type', [FirstMessage, Keyword, Intent, Event, Schedule, Manual])
  .meta({ id: 'FlowTrigger', description: 'What starts a run of a flow.' });
export type Trigger = z.output<typeof Trigger>;
