import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a column contains a text as it is written. Reads every row that the other conditions leave. */
export const contains = (column: string, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`instr(${sql.ref(column)}, ${part}) > 0`;
