import type { ColumnType } from 'kysely';

/** Lower case without accents: for comparing names where a search must ignore both. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Lower case only: for names that differ by an accent and must stay distinct. */
export const lower = (text: string): string => text.normalize('NFC').toLowerCase();

declare const together: unique symbol;
type Together = string & { readonly [together]: true };

/**
 * A name column or its folded counterpart. Only `nameColumns` produces their values, both at once, so an update that
 * forgets the second does not compile.
 */
export type NameColumn = ColumnType<string, Together, Together>;

/** The values of `name` and `name_folded`. */
export const nameColumns = (name: string, compared: (name: string) => string = fold) => ({
  name: name as Together,
  name_folded: compared(name) as Together,
});
