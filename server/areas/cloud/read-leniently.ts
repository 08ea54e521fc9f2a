import { z } from 'zod';

/** A part of unknown form counts as absent, so that the rest of the message is still read. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** A text, also if the vendor sends it as a number; empty counts as absent. */
export const Text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((text) => text || undefined)
  .catch(undefined);

/** A number, also if the vendor sends it as a text. */
export const Numeric = lenient(
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number()),
);
