import { z } from 'zod';

type Fields = Record<string, z.ZodType>;

type Changes<Shown extends Fields, Draft extends Fields> = {
  [Name in keyof Draft]: z.ZodOptional<
    Name extends keyof Shown
      ? null extends z.output<Shown[Name]>
        ? z.ZodNullable<Draft[Name]>
        : Draft[Name]
      : Draft[Name]
  >;
};

/**
 * Returns the schema of a PATCH body: every field is optional, and null clears each field that the resource returns as
 * null when absent. The API document marks nulls beyond the specification with `x-extension: null`.
 */
export function changesOf<Shown extends Fields, Draft extends Fields>(
  resource: z.ZodObject<Shown>,
  fields: Draft,
): z.ZodObject<Changes<Shown, Draft>, z.core.$strict> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const isCleared = resource.shape[name]?.safeParse(null).success && !field.safeParse(null).success;
    return [name, isCleared ? clearable(field) : field.optional()];
  });
  return z.strictObject(Object.fromEntries(entries) as Changes<Shown, Draft>);
}

function clearable(field: z.ZodType): z.ZodType {
  const description = [field.description, 'Extension: null clears it.'].filter(Boolean).join(' ');
  return field.nullable().optional().meta({ description, 'x-extension': 'null' });
}
