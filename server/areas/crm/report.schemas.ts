import { z } from 'zod';

/** The sources that the report distinguishes; no other source creates cards. */
export const cardSources = ['API', 'AGENT', 'FLOW', 'CONSOLE'] as const;
const CardSource = z.enum(cardSources).meta({ id: 'CardSource' });

const days = z.number().nullable();

export const Report = z
  .object({
    pipelineId: z.string(),
    from: z.string().describe('Start of the range.'),
    to: z.string().describe('End of the range, exclusive.'),
    kpis: z.object({
      open: z.int().describe('Cards that were neither won, lost nor deleted at the end of the range.'),
      won: z.int(),
      lost: z.int(),
      conversionRate: z.number().nullable().describe('won / (won + lost), 0 to 1; null if no card was closed.'),
      wonValue: z.number(),
      averageTicket: z.number().nullable().describe('wonValue / won.'),
      averageDaysToWin: days.describe('Mean days from the creation of a card to its win.'),
    }),
    funnel: z.array(
      z.object({
        stageId: z.string(),
        name: z.string(),
        reached: z.int().describe('Cards that entered the stage for the first time.'),
        rateToNext: z
          .number()
          .nullable()
          .describe(
            '`reached` of the next stage / `reached`; above 1 if cards skipped this stage; null for the last stage, before a lost stage and if `reached` is 0.',
          ),
      }),
    ),
    weeklySales: z.array(
      z.object({
        week: z.string().describe('ISO week such as 2026-W47.'),
        startsOn: z.string().describe('Its Monday, YYYY-MM-DD.'),
        won: z.int(),
        wonValue: z.number(),
      }),
    ),
    sources: z.array(
      z.object({
        source: CardSource,
        created: z.int().describe('Cards created in the range.'),
        won: z.int().describe('Cards won in the range that this source created.'),
        wonValue: z.number(),
      }),
    ),
    cycle: z.array(
      z.object({
        stageId: z.string(),
        name: z.string(),
        stays: z.int().describe('Stays in the stage that ended in the range.'),
        medianDays: days,
        p90Days: days.describe('Nearest-rank percentile.'),
      }),
    ),
  })
  .meta({ id: 'CrmReport' });
export type Report = z.infer<typeof Report>;
