import { z } from 'zod';
import type { Secrets } from '../../../platform/access/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readSetting, saveSetting } from '../../../platform/settings.ts';

const settingsKey = 'knowledge_embedder';
const sealPurpose = 'knowledge_embedder';

const common = {
  /** Prefixes of questions and passages: e5 models need `query: ` and `passage: `. */
  queryPrefix: z.string().max(200),
  passagePrefix: z.string().max(200),
  /** Cosine from which a passage counts as an answer; null if vectors only affect the order. */
  minSimilarity: z.number().min(-1).max(1).nullable(),
};

/** An OpenAI-compatible endpoint (its key sealed), or a folder with an ONNX model on this machine. */
const Embedder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openai'),
    baseUrl: z.string(),
    model: z.string(),
    sealedKey: z.string().nullable(),
    dimension: z.int(),
    ...common,
  }),
  z.object({ kind: z.literal('local'), folder: z.string(), dimension: z.int(), ...common }),
]);
export type Embedder = z.infer<typeof Embedder>;

/** The settings as the owner enters them. */
export const EmbedderDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('openai'),
    baseUrl: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .max(2_000)
      .describe('URL without `/embeddings`, such as `https://models.example/v1`.'),
    model: z.string().trim().min(1).max(200),
    key: z.string().trim().min(1).max(500).nullable(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('local'),
    folder: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .describe('Folder on this machine with the tokenizer and `onnx/model.onnx`.'),
    ...common,
  }),
]);
export type EmbedderDraft = z.infer<typeof EmbedderDraft>;

/** `serving` embeds questions; `wanted` replaces it once every chunk has a vector. */
const Settings = z.object({ wanted: Embedder.nullable(), serving: Embedder.nullable() });
export type EmbedderSettings = z.infer<typeof Settings>;

export const readSettings = async (db: Db): Promise<EmbedderSettings> =>
  (await readSetting(db, settingsKey, Settings)) ?? { wanted: null, serving: null };

export const writeSettings = (db: Db, settings: EmbedderSettings): Promise<void> =>
  saveSetting(db, settingsKey, settings);

/** Id that is stored with each vector; vectors of different ids cannot be compared. */
export const modelId = (embedder: Embedder): string =>
  [
    embedder.kind === 'openai' ? `${embedder.model} at ${embedder.baseUrl}` : embedder.folder,
    embedder.dimension,
    embedder.passagePrefix,
  ].join(' | ');

export const withoutDimension = (draft: EmbedderDraft, secrets: Secrets): Embedder => {
  if (draft.kind === 'local') return { ...draft, dimension: 0 };
  const { key, ...rest } = draft;
  const sealedKey = key === null ? null : secrets.seal(sealPurpose, key);
  return { ...rest, baseUrl: draft.baseUrl.replace(/(?<!\/)\/+$/, ''), sealedKey, dimension: 0 };
};

export const unsealKey = (secrets: Secrets, sealedKey: string | null): string | null =>
  sealedKey === null ? null : secrets.unseal(sealPurpose, sealedKey);
