import { z } from 'zod';
import { Language } from '../../../platform/text/languages.ts';
import { Moment } from '../../../platform/text/times.ts';
import { Storage } from './storage.schemas.ts';

const limit = z.int().min(0);

export const LimitKinds = ['channels', 'agents', 'contacts', 'messagesPerMonth', 'storageBytes'] as const;

export const ShopChanges = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as BR')
    .optional(),
  timezone: z.string().max(60).optional().describe('An IANA time zone such as America/Sao_Paulo.'),
  language: Language.optional(),
});
export type ShopChanges = z.infer<typeof ShopChanges>;

export const LanguageModelDraft = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .max(2_000)
    .describe('Without `/chat/completions`, such as https://models.example/v1.'),
  model: z.string().trim().min(1).max(200),
  key: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .nullable()
    .optional()
    .describe('Null for none. If omitted the present key stays, unless `baseUrl` has another host.'),
});
export type LanguageModelDraft = z.input<typeof LanguageModelDraft>;

export const LanguageModelState = z.object({ baseUrl: z.string(), model: z.string(), hasKey: z.boolean() }).nullable();
export type LanguageModelState = z.infer<typeof LanguageModelState>;

export const LanguageModelTest = z.object({
  ok: z.boolean(),
  latencyMs: z.int(),
  error: z.string().nullable(),
});
export type LanguageModelTest = z.infer<typeof LanguageModelTest>;

export const OutboundEntry = z.strictObject({
  entry: z.string().trim().min(1).max(300).describe('HOST:PORT, or `*` for any.'),
});

export const OutboundState = z.object({
  allowed: z.array(z.string()),
  fromEnvironment: z.array(z.string()).describe('From FRONTDESK_OUTBOUND_ALLOW; cannot be removed here.'),
});
export type OutboundState = z.infer<typeof OutboundState>;

export const LimitChanges = z
  .strictObject({
    channels: limit.nullable(),
    agents: limit.nullable(),
    contacts: limit.nullable(),
    messagesPerMonth: limit.nullable(),
    storageBytes: limit.nullable(),
  })
  .partial()
  .describe('Null removes a limit; omitted ones stay.');
export type LimitChanges = z.infer<typeof LimitChanges>;

export const Usage = z.object({
  kind: z.enum(LimitKinds),
  used: z.int(),
  limit: z.int().nullable().describe('Null: unlimited.'),
});

export const TrialDraft = z.strictObject({
  endsAt: Moment,
});

export const Trial = z.object({ endsAt: z.string().nullable(), locked: z.boolean() });

export const Settings = z.object({
  shop: z.object({
    id: z.string(),
    name: z.string(),
    country: z.string(),
    timezone: z.string(),
    language: Language,
  }),
  languageModel: LanguageModelState,
  outbound: OutboundState,
  usage: z.array(Usage),
  trial: Trial,
  storage: Storage,
  version: z.string(),
});
export type Settings = z.infer<typeof Settings>;

export const Licence = z.object({ name: z.string(), version: z.string(), licence: z.string() });
export const Licences = z.object({ data: z.array(Licence) });
export type Licences = z.infer<typeof Licences>;
