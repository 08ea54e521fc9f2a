import type { ColumnType } from 'kysely';

/** Lower case without accents: how names are compared where a search must not mind either. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Lower case alone: where names that differ by an accent are different names. */
export const lower = (text: string): string => text.normalize('NFC').toLowerCase();

declare const together: unique symbol;
type Together = string & { readonly [together]: true };

/**
 * A name's column, and that of the name as it is compared. Only `nameColumns` makes what goes into them, both at once: a
 * rename that forgets the second does not compile.
 */
export type NameColumn = ColumnType<string, Together, Together>;

/** What goes into `name` and `name_folded`. */
export const nameColumns = (name: string, compared: (name: string) => string = fold) => ({
  name: name as Together,
  name_folded: compared(name) as Together,
});
