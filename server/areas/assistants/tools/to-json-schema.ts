import { z } from 'zod';

/** The JSON Schema of an input, without what an assistant need not read: it is part of each conversation. */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      delete jsonSchema.id;
    },
  });
  const { $schema: _, ...rest } = made;
  return rest;
}
