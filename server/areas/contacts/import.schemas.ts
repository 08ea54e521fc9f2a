import { z } from 'zod';

export const mostTags = 20;

/** Commas, semicolons and bars separate names in filters and CSV cells. */
export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,;|\p{Cc}]*$/u, 'must not contain a comma, semicolon, bar or control character');

export const ColumnUse = z.enum(['phone', 'contactId', 'addresses', 'name', 'email', 'tags', 'field', 'ignore']).meta({
  id: 'ImportColumnUse',
  description:
    'What a column holds; `contactId` and `addresses` are those of an export, `field` becomes a field of the shop under its heading.',
});
export type ColumnUse = z.infer<typeof ColumnUse>;

export const ContactImport = z.strictObject({
  csv: z
    .string()
    .min(1)
    .max(5_242_880)
    .describe('The text of the file. UTF-8 that was read as Windows-1252 (`JoÃ£o`) is repaired.'),
  columns: z
    .array(ColumnUse)
    .max(1_000)
    .optional()
    .describe('An extension: what each column is, in their order; absent: known by the headings.'),
});

export const mostErrors = 10_000;

const refusals = {
  errors: z
    .array(
      z.object({
        line: z.int().min(1).describe('The line of the file; the header is line 1.'),
        column: z.string().nullable().describe('The heading of the column; null when the whole row is at fault.'),
        code: z.string().describe('The kind of the fault, for programs, such as `invalid_phone`.'),
        message: z.string().describe('What is wrong, for people.'),
      }),
    )
    .describe('Why rows were not imported, in the order of the file; the first 10,000.'),
  errorCount: z.int().min(0).describe('Rows that were not imported.'),
};

export const ImportPreview = z
  .object({
    delimiter: z.string(),
    header: z.array(z.string()),
    columns: z.array(ColumnUse),
    sample: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })).describe('The first rows.'),
    valid: z.int().describe('Rows that would be imported.'),
    repeated: z.int().describe('Rows that repeat a number, an id or an address of the file.'),
    ...refusals,
  })
  .meta({ id: 'ContactImportPreview' });
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportResult = z
  .object({
    created: z.int().min(0).describe('Rows that became a new contact.'),
    updated: z.int().min(0).describe('Rows that changed a contact.'),
    skipped: z.int().min(0).describe('Rows that change nothing or repeat a contact of the file.'),
    ...refusals,
  })
  .meta({ id: 'ContactImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;
