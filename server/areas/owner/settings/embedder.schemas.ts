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
    .describe('Null: search by words only.'),
  isServing: z.boolean().describe('False while passages are being embedded.'),
  progress: z.number().min(0).max(100).describe('Percentage of passages with vectors.'),
  proposal: z
    .object({
      name: z.string(),
      folder: z.string().describe('The folder it is downloaded to.'),
      files: z.array(z.object({ path: z.string(), url: z.string() })),
      queryPrefix: z.string(),
      passagePrefix: z.string(),
      minSimilarity: z.number().nullable(),
      download: ModelDownload.nullable().describe('Null when none was requested in the last week.'),
    })
    .describe('A model for Portuguese, English and Spanish that runs on this machine.'),
});
export type EmbedderState = z.infer<typeof EmbedderState>;

export const EmbedderTested = z.object({
  ok: z.boolean(),
  dimension: z.int().nullable(),
  latencyMs: z.int(),
  error: z.string().nullable(),
});
export type EmbedderTested = z.infer<typeof EmbedderTested>;
