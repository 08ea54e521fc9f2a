import { z } from 'zod';
import { contactFilters } from '../../contacts/schemas.ts';
import { RowProblem } from './audience.schemas.ts';

/** A row as `PUT …/audience` accepts it. */
const PreviewRow = z.object({
  phone: z.string().nullable().describe('E.164; null while the customer hides it.'),
  contactId: z.string().nullable().describe('Id of the contact; null while the number is nobody’s.'),
  name: z.string().nullable().describe('Name of the person; null if unknown.'),
  variables: z.record(z.string(), z.string()).describe('What else is known: of a file, its other columns.'),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

export const ContactAudience = z.strictObject({
  search: z.string().max(120).optional().describe('Prefixes of words in the name, number or e-mail of contacts.'),
  channelId: z.string().min(1).optional().describe('Contacts with a conversation on this channel.'),
  tags: z.array(z.string()).max(20).optional().describe('Contacts with any of these tags.'),
  filter: contactFilters.filter.describe('As that of the list of contacts; all of its terms must hold.'),
});

export const ContactAudiencePreview = z.object({
  total: z.int().min(0).describe('Contacts who did not opt out.'),
  optedOut: z.int().min(0).describe('Contacts who match but opted out of campaigns; not in `rows`.'),
  sample: z.array(PreviewRow).describe('The first 20.'),
  rows: z.array(PreviewRow).describe('As `PUT …/audience` accepts them; the newest 10,000.'),
});

export const CsvAudience = z.strictObject({
  csv: z.string().min(1).max(5_242_880).describe('Content of the file; not stored.'),
});

export const CsvAudiencePreview = z
  .object({
    columns: z.array(z.string()).describe('The headings, in order.'),
    delimiter: z.enum([',', ';', '\t', '|']).describe('What separates the cells, as recognized.'),
    mapped: z
      .object({
        phone: z.string().nullable().describe('Heading of the column with the number; null without one.'),
        contactId: z.string().nullable().describe('Heading of the column with ids of contacts; null without one.'),
        name: z.string().nullable().describe('Heading of the column with the name; null without one.'),
        variables: z.array(z.string()).describe('Headings of all other columns.'),
      })
      .describe('The phone, id and name columns; all others are variables of the row.'),
    totals: z
      .object({
        rows: z.int().min(0).describe('Rows of the file without its header.'),
        accepted: z.int().min(0).describe('Rows of people whom a campaign could reach.'),
        duplicate: z.int().min(0).describe('Rows that repeat a person, under whichever number: the first row counts.'),
        invalid: z.int().min(0).describe('Rows with a fault.'),
        optedOut: z.int().min(0).describe('Contacts who opted out of campaigns.'),
      })
      .describe('How many rows of each kind the file has.'),
    problems: z.array(RowProblem).describe('Why rows are invalid; the first 100.'),
    rows: z.array(PreviewRow).describe('The first 20 accepted rows.'),
    audience: z.array(PreviewRow).describe('All accepted rows, as `PUT …/audience` accepts them; at most 10,000.'),
  })
  .meta({ id: 'CampaignCsvPreview' });
export type CsvAudiencePreview = z.infer<typeof CsvAudiencePreview>;
