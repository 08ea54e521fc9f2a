import { z } from 'zod';
import { RowProblem } from '../schemas.ts';

/** A row as `PUT …/audience` takes it. */
const PreviewRow = z.object({
  phone: z.string(),
  name: z.string().nullable(),
  variables: z.record(z.string(), z.string()),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const ContactAudience = z.strictObject({
  search: z.string().max(120).optional(),
  channelId: z.string().min(1).optional().describe('Those who talked on that channel.'),
  tags: z.array(z.string()).max(20).optional().describe('Those who carry any of them.'),
});

export const ContactAudiencePreview = z.object({
  total: z.int().describe('Contacts with a number who did not opt out.'),
  optedOut: z.int().describe('Contacts who would match but asked for no campaigns; they are not in the rows.'),
  sample: z.array(PreviewRow).describe('The first 20.'),
  rows: z.array(PreviewRow).describe('What `PUT …/audience` takes; the newest 10,000.'),
});

export const CsvAudience = z.strictObject({
  csv: z.string().min(1).max(5_242_880).describe('The text of the file; it is not stored.'),
});

export const CsvAudiencePreview = z
  .object({
    columns: z.array(z.string()),
    delimiter: z.enum([',', ';', '\t']),
    mapped: z
      .object({ phone: z.string().nullable(), name: z.string().nullable(), variables: z.array(z.string()) })
      .describe('Which column is the number, which the name; all others are variables of the row.'),
    totals: z.object({
      rows: z.int(),
      accepted: z.int(),
      duplicate: z.int(),
      invalid: z.int(),
      optedOut: z.int(),
    }),
    problems: z.array(RowProblem).describe('The first 100.'),
    rows: z.array(PreviewRow).describe('The first 20 that are accepted.'),
    audience: z.array(PreviewRow).describe('All that are accepted, as `PUT …/audience` takes them; 10,000 at most.'),
  })
  .meta({ id: 'CampaignCsvPreview' });
export type CsvAudiencePreview = z.infer<typeof CsvAudiencePreview>;
