/** What a text of the library may leave open, written as `{{name}}`. */
export const variables = ['name', 'shop'] as const;

export type Values = Record<(typeof variables)[number], string | null>;

const place = /(^|[ \t])?\{\{\s*(name|shop)\s*\}\}/gm;

/** Fills in a text. An unknown value goes with the space before it, so that "Hi {{name}}!" becomes "Hi!". */
export function fillReply(content: string, values: Values): string {
  return content.replace(place, (_, before: string | undefined, variable: keyof Values) => {
    const value = values[variable];
    return value === null ? '' : `${before ?? ''}${value}`;
  });
}

/** The first of a person's names; null without any. */
export const firstNameOf = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null;
