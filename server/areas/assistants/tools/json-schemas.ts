import { z } from 'zod';
import { dropEmptyBounds } from '../../../http/drop-empty-bounds.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    jsonSchemas: JsonSchemas;
  }
}

/** The JSON Schemas of inputs. Each is made once: a large one takes milliseconds of the main thread. */
export class JsonSchemas {
  readonly #made = new Map<z.ZodType, Record<string, unknown>>();

  /** Returns the schema, which callers must not change. */
  of(schema: z.ZodType): Record<string, unknown> {
    const made = this.#made.get(schema) ?? toJsonSchema(schema);
    this.#made.set(schema, made);
    return made;
  }
}

/** The JSON Schema of an input, without what an assistant need not read: it is part of each conversation. */
function toJsonSchema(schema: z.ZodType): Record<string, unknown> {
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
