import { type RawBuilder, sql } from 'kysely';

/** The present number of the contact that a column refers to, as it is shown; null while it is hidden, or without a contact. */
export const phoneOfContact = (column: `${string}.contact_id`): RawBuilder<string | null> =>
  sql<string | null>`(select phone from contacts where contacts.id = ${sql.ref(column)})`;

/** When the contact that a column refers to last changed; null without one. */
export const changeOfContact = (column: `${string}.contact_id`): RawBuilder<string | null> =>
  sql<string | null>`(select updated_at from contacts where contacts.id = ${sql.ref(column)})`;
