import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Steps = z.array(z.array(z.strictObject({ name: z.string(), input: z.looseObject({}) }))).default([]);
const Said = z.strictObject({
  shop: z.string(),
  /** What the customer writes. */
  asks: z.string(),
  /** Tools that the model calls before it answers; `{Name}` stands for the id of an item. */
  tools: Steps,
  /** What the model answers. */
  says: z.string(),
});
const Lie = Said.extend({ kind: z.string(), marker: z.string().describe('What must not reach the customer.') });
const Shop = z.strictObject({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  language: z.enum(['pt', 'es', 'en']),
  timezone: z.string(),
  agent: z.looseObject({}),
  items: z.array(z.looseObject({ name: z.string() })),
  document: z.string(),
});

const read = <T>(name: string, schema: z.ZodType<T>): T[] =>
  z.array(schema).parse(JSON.parse(readFileSync(new URL(`./lying-model/${name}.json`, import.meta.url), 'utf8')));

/** Three shops, sixty kinds of lie about them, and sixty honest answers. */
export const lyingModel = { shops: read('shops', Shop), lies: read('lies', Lie), honest: read('honest', Said) };

/** Every third case was left alone while the checks were written. */
export const isHeldOut = (index: number): boolean => index % 3 === 2;

export type ModelCase = z.output<typeof Said>;
export type ModelShopData = z.output<typeof Shop>;
