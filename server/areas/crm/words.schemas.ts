import { z } from 'zod';
import { Text } from '../../platform/text/fill.ts';

/** Names in a new pipeline. Schema of `words/<language>.json`, checked by `test/content.test.ts`. */
export const PipelineWords = z.strictObject({
  defaultPipeline: Text,
  stages: z.strictObject({ new: Text, qualified: Text, proposal: Text, won: Text, lost: Text }),
});
export type PipelineWords = z.infer<typeof PipelineWords>;
