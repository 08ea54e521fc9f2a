import { z } from 'zod';

declare const placeholders: unique symbol;

/**
 * A text with a `{name}` placeholder per name. Any string is assignable; `test/content.test.ts` checks the
 * placeholders.
 */
export type Template<Name extends string> = string & { readonly [placeholders]?: Name };

/** Returns the text with its placeholders filled in; placeholders without a value stay. */
export const fill = <Name extends string>(text: Template<Name>, values: Record<Name, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: Name) => String(values[name] ?? whole));

/** Schema of a text that is shown as it stands. */
export const Text = z.string().trim().min(1);

/** Schema of a text with exactly these placeholders. */
export const template = <Name extends string>(...names: Name[]) =>
  z.custom<Template<Name>>(
    (text) => typeof text === 'string' && readPlaceholders(text).join() === [...names].sort().join(),
    `Placeholders must be ${names.join(', ')}`,
  );

/** Schema of a text with any of these placeholders. */
export const partTemplate = <Name extends string>(...names: Name[]) =>
  z.custom<Template<Name>>(
    (text) => typeof text === 'string' && readPlaceholders(text).every((name) => names.includes(name as Name)),
    `Placeholders may be ${names.join(', ')}`,
  );

const readPlaceholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();
