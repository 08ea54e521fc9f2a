import { z } from 'zod';
import { dropEmptyBounds } from '../../../http/drop-empty-bounds.ts';

/** The JSON Schema of an input, without what an assistant need not read: it is part of each conversation. */
export function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      dropEmptyBounds(jsonSchema);
      delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      delete jsonSchema.id;
    },
  });
  const { $schema: _, ...rest } = made;
  return rest;
}
