import { z } from 'zod';
import { Text } from '../../../platform/text/fill.ts';

/** Texts for the owner. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const InstallationWords = z.strictObject({ consentDone: Text, consentFailed: Text });
export type InstallationWords = z.infer<typeof InstallationWords>;
