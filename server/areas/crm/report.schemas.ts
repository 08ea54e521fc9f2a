import { z } from 'zod';
import { Money } from '../../platform/text/money.ts';

/** The sources that the report distinguishes; no other source creates cards. */
export const cardSources = ['API', 'AGENT', 'FLOW', 'CONSOLE'] as const;
const CardSource = z.enum(cardSources).meta({
  id: 'CardSource',
  description: 'Who created a card: a key of the API, an AI agent, a flow, or a person at the console.',
});

const days = z.number().min(0).nullable();

const won = 'Cards that were won in the range.';
const wonValue = 'What those were worth when they were won.';
const stage = {
  stageId: z.string().describe('Id of the stage.'),
  name: z.string().describe('What the stage is called now.'),
};

export const Report = z
  .object({
    pipelineId: z.string().describe('Id of the pipeline, which may have been deleted.'),
    from: z.string().meta({ format: 'date-time', description: 'Start of the range.' }),
    to: z.string().meta({ format: 'date-time', description: 'End of the range, exclusive.' }),
    kpis: z
      .object({
        open: z.int().min(0).describe('Cards that were neither won, lost nor deleted at the end of the range.'),
        won: z.int().min(0).describe(won),
        lost: z.int().min(0).describe('Cards that were lost in the range.'),
        conversionRate: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe('won / (won + lost), 0 to 1; null if no card was closed.'),
        wonValue: Money.describe(wonValue),
        averageTicket: Money.nullable().describe('wonValue / won; null if no card was won.'),
        averageDaysToWin: days.describe('Mean days from the creation of a card to its win; null if no card was won.'),
      })
      .describe('The figures of the whole range.'),
    funnel: z
      .array(
        z.object({
          ...stage,
          reached: z.int().min(0).describe('Cards that entered the stage for the first time.'),
          rateToNext: z
            .number()
            .min(0)
            .nullable()
            .describe(
              '`reached` of the next stage / `reached`; above 1 if cards skipped this stage; null for the last stage, before a lost stage and if `reached` is 0.',
            ),
        }),
      )
      .describe('How far cards came, by stage in order.'),
    weeklySales: z
      .array(
        z.object({
          week: z.string().describe('ISO week such as 2026-W47.'),
          startsOn: z.string().meta({ format: 'date', description: 'Its Monday.' }),
          won: z.int().min(0).describe('Cards that were won in this week.'),
          wonValue: Money.describe(wonValue),
        }),
      )
      .describe('Every week that overlaps the range, oldest first.'),
    sources: z
      .array(
        z.object({
          source: CardSource,
          created: z.int().min(0).describe('Cards created in the range.'),
          won: z.int().min(0).describe('Cards won in the range that this source created.'),
          wonValue: Money.describe(wonValue),
        }),
      )
      .describe('Where cards came from, by source; each of them, zeros included.'),
    cycle: z
      .array(
        z.object({
          ...stage,
          stays: z.int().min(0).describe('Stays in the stage that ended in the range.'),
          medianDays: days.describe('How long a stay lasted: half of them less, half more. Null without any.'),
          p90Days: days.describe('How long nine of ten stays lasted at most (nearest rank); null without any.'),
        }),
      )
      .describe('How long cards stayed, by stage in order.'),
  })
  .meta({ id: 'CrmReport' });
export type Report = z.infer<typeof Report>;
