import { z } from 'zod';

export const mostTags = 20;

/** A comma or semicolon would end the name in a filter or in a CSV cell. */
export const TagName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^,;|\p{Cc}]*$/u, 'must not have a comma, semicolon, bar or control character in it');

export const ContactImport = z.strictObject({
  csv: z
    .string()
    .min(1)
    .max(5_242_880)
    .describe('The text of the file. UTF-8 that was read as Windows-1252 (`JoÃ£o`) is put right.'),
});

export const ImportResult = z
  .object({
    created: z.int(),
    updated: z.int(),
    skipped: z.int().describe('Rows that change nothing, and repeats of a number within the file.'),
    errors: z
      .array(
        z.object({
          line: z.int().describe('The header is line 1.'),
          column: z.string().nullable().describe('The heading of the column; null when it is the whole row.'),
          code: z.string(),
          message: z.string(),
        }),
      )
      .describe('The first 100.'),
    errorCount: z.int().describe('Rows that were left out.'),
  })
  .meta({ id: 'ContactImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;
