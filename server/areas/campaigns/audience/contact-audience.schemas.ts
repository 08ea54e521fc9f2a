import { z } from 'zod';
import { contactFilters } from '../../contacts/schemas.ts';
import { RowProblem } from './audience.schemas.ts';

/** A row as `PUT …/audience` accepts it. */
const PreviewRow = z.object({
  phone: z.string(),
  name: z.string().nullable(),
  variables: z.record(z.string(), z.string()),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const ContactAudience = z.strictObject({
  search: z.string().max(120).optional(),
  channelId: z.string().min(1).optional().describe('Contacts with a conversation on this channel.'),
  tags: z.array(z.string()).max(20).optional().describe('Contacts with any of these tags.'),
  filter: contactFilters.filter.describe('As that of the list of contacts; all of its terms must hold.'),
});

export const ContactAudiencePreview = z.object({
  total: z.int().describe('Contacts with a number who did not opt out.'),
  optedOut: z.int().describe('Contacts who match but opted out of campaigns; not in `rows`.'),
  sample: z.array(PreviewRow).describe('The first 20.'),
  rows: z.array(PreviewRow).describe('As `PUT …/audience` accepts them; the newest 10,000.'),
});

export const CsvAudience = z.strictObject({
  csv: z.string().min(1).max(5_242_880).describe('Content of the file; not stored.'),
});

export const CsvAudiencePreview = z
  .object({
    columns: z.array(z.string()),
    delimiter: z.enum([',', ';', '\t', '|']),
    mapped: z
      .object({ phone: z.string().nullable(), name: z.string().nullable(), variables: z.array(z.string()) })
      .describe('The phone and name columns; all others are variables of the row.'),
    totals: z.object({
      rows: z.int(),
      accepted: z.int(),
      duplicate: z.int(),
      invalid: z.int(),
      optedOut: z.int(),
    }),
    problems: z.array(RowProblem).describe('The first 100.'),
    rows: z.array(PreviewRow).describe('The first 20 accepted rows.'),
    audience: z.array(PreviewRow).describe('All accepted rows, as `PUT …/audience` accepts them; at most 10,000.'),
  })
  .meta({ id: 'CampaignCsvPreview' });
export type CsvAudiencePreview = z.infer<typeof CsvAudiencePreview>;
