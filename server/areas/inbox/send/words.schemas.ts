import { z } from 'zod';
import { Text } from '../../../platform/text/fill.ts';

/** Texts of messages that the inbox writes. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const SendWords = z.strictObject({
  askForNumber: Text.describe('Asks a customer who hides her phone number for it.'),
});
export type SendWords = z.infer<typeof SendWords>;
