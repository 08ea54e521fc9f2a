import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** How a customer typed a message. */
export const messageClasses = [
  'plain',
  'abbreviation',
  'slang',
  'typo',
  'several',
  'follow_up',
  'run_on',
  'emoji',
  'mixed',
] as const;

/** Facts that must or must not stand in a reply; each is a list of wordings, of which one is enough. */
const Facts = z.array(z.array(z.string().min(1)).min(1));

const MessageInSet = z.strictObject({
  id: z.string().min(1),
  class: z.enum(messageClasses),
  /** The id of the message before it in the same conversation; the bench plays both with the agent's real reply. */
  follows: z.string().optional(),
  text: z.string().min(1).max(2_000),
  /** The language of the reply, if it is not the shop's. */
  language: z.enum(['pt', 'es', 'en']).optional(),
  answerable: z.boolean(),
  must: Facts.default([]),
  mustNot: z.array(z.string().min(1)).default([]),
  /** Why nothing the shop told answers the message. */
  why: z.string().optional(),
});
export type MessageInSet = z.output<typeof MessageInSet>;

const ShopInSet = z.strictObject({
  id: z.string().min(1),
  language: z.enum(['pt', 'es', 'en']),
  country: z.string().length(2),
  timezone: z.string(),
  currency: z.string().length(3),
  /** When every message is written (UTC text); within opening hours. */
  now: z.iso.datetime(),
  /** The body of `POST /api/ai-agents`. */
  agent: z.looseObject({ name: z.string() }),
  items: z.array(z.looseObject({ name: z.string(), price: z.number() })),
  documents: z.array(z.strictObject({ name: z.string().min(1), text: z.string().min(1) })),
  messages: z.array(MessageInSet).min(60),
});
export type ShopInSet = z.output<typeof ShopInSet>;

/** The shops of one half; throws with the file and field that is wrong. */
export function readSet(half: 'fitted' | 'held-out'): ShopInSet[] {
  const folder = new URL(`./${half}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const shop = ShopInSet.safeParse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
      if (!shop.success) throw new Error(`${half}/${name}: ${z.prettifyError(shop.error)}`);
      return shop.data;
    });
}
