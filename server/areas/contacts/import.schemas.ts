import { z } from 'zod';

export const mostTags = 20;

/** Commas, semicolons and bars separate names in filters and CSV cells. */
export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,;|\p{Cc}]*$/u, 'must not contain a comma, semicolon, bar or control character');

export const ContactImport = z.strictObject({
  csv: z
    .string()
    .min(1)
    .max(5_242_880)
    .describe('The text of the file. UTF-8 that was read as Windows-1252 (`JoÃ£o`) is repaired.'),
});

export const ImportResult = z
  .object({
    created: z.int(),
    updated: z.int(),
    skipped: z.int().describe('Rows that change nothing or repeat a number of the file.'),
    errors: z
      .array(
        z.object({
          line: z.int().describe('The header is line 1.'),
          column: z.string().nullable().describe('The heading of the column; null when the whole row is at fault.'),
          code: z.string(),
          message: z.string(),
        }),
      )
      .describe('The first 100.'),
    errorCount: z.int().describe('Rows that were not imported.'),
  })
  .meta({ id: 'ContactImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;
