import { z } from 'zod';
import { Text } from '../../../platform/text/fill.ts';
import { FlowAnswerKind } from './talk-steps.schemas.ts';

/** Texts of the steps. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const StepWords = z.strictObject({
  retry: z
    .record(FlowAnswerKind, Text)
    .describe('Sent before a repeated question, unless the flow has a text of its own.'),
  failed: Text.describe('Sent when a flow cannot go on and a person is called.'),
});
export type StepWords = z.infer<typeof StepWords>;
