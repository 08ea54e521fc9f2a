import { z } from 'zod';
import { template } from '../../../platform/text/fill.ts';

/** Texts of the results. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const ResultWords = z.strictObject({
  optOut: z
    .strictObject({ stop: template('word'), start: template('word') })
    .describe('Confirms what the contact asked for; `word` undoes it.'),
});
export type ResultWords = z.infer<typeof ResultWords>;
