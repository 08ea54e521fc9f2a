import { z } from 'zod';

/** A flow as it stands in the editor, faults included. */
export const DraftToCheck = z.strictObject({
  aiAgentId: z.string().min(1).max(64),
  flowId: z.string().max(64).optional().describe('The flow that is being changed.'),
  trigger: z.unknown(),
  // A flow may have 100; more are a fault of the draft.
  steps: z.array(z.unknown()).max(500),
});
export type DraftToCheck = z.output<typeof DraftToCheck>;

const Fault = z.object({
  path: z
    .array(z.union([z.string(), z.int()]))
    .describe("Such as `['steps', 3, 'config', 'text']`, or `['trigger', 'words', 0]`."),
  stepId: z.string().nullable(),
  code: z.string().describe('`to_fill` for a gap `[[…]]` that an owner has yet to fill in.'),
  message: z.string(),
  reference: z
    .object({ kind: z.enum(['agent', 'template', 'conversationStage', 'pipelineStage']), value: z.string() })
    .optional()
    .describe('What is missing, where a fault is mended by choosing another.'),
});
export type Fault = z.infer<typeof Fault>;

export const Checked = z.object({ faults: z.array(Fault) });
