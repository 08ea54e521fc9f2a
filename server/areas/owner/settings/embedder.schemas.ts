import { z } from 'zod';

const shown = {
  dimension: z.int(),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
  minSimilarity: z.number().nullable(),
};

const ModelDownload = z.object({
  status: z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']),
  progress: z.number().min(0).max(100),
  error: z.string().nullable(),
});

export const EmbedderState = z.object({
  embedder: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('openai'), baseUrl: z.string(), model: z.string(), hasKey: z.boolean(), ...shown }),
      z.object({ kind: z.literal('local'), folder: z.string(), ...shown }),
    ])
    .nullable()
    .describe('Null: passages are found by their words alone.'),
  isServing: z.boolean().describe('False while passages are being given their vectors.'),
  progress: z.number().min(0).max(100).describe('How much of the passages has its vectors.'),
  proposal: z
    .object({
      name: z.string(),
      folder: z.string().describe('Where it lies once it was fetched.'),
      files: z.array(z.object({ path: z.string(), url: z.string() })),
      queryPrefix: z.string(),
      passagePrefix: z.string(),
      minSimilarity: z.number().nullable(),
      download: ModelDownload.nullable().describe('Null when it was not asked for in the last week.'),
    })
    .describe('A model that knows Portuguese, English and Spanish and runs on this machine.'),
});
export type EmbedderState = z.infer<typeof EmbedderState>;

export const EmbedderTested = z.object({
  ok: z.boolean(),
  dimension: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
});
export type EmbedderTested = z.infer<typeof EmbedderTested>;
