/**
 * SQL for a column of `contacts` that counts the rows with the contact's id, and for the triggers that maintain it. A
 * filter finds the contacts with any rows among 200,000 without a query for each. Rows that meet `unless`, a condition
 * on their columns, are not counted.
 */
export function countPerContact(column: string, { table, unless }: { table: string; unless?: string }): string {
  const counts = (row: string): string => (unless === undefined ? '1' : `not (${row}.${unless})`);
  const add = (row: string, by: string): string =>
    `update contacts set ${column} = ${column} ${by} where id = ${row}.contact_id and ${counts(row)};`;
  const key = (row: string): string => `(${row}.contact_id, ${counts(row)})`;
  return `
      alter table contacts add column ${column} integer not null default 0;
      create trigger ${column}_raised after insert on ${table} begin
        ${add('new', '+ 1')}
      end;
      create trigger ${column}_lowered after delete on ${table} begin
        ${add('old', '- 1')}
      end;
      create trigger ${column}_moved after update on ${table} when ${key('old')} is not ${key('new')} begin
        ${add('old', '- 1')}
        ${add('new', '+ 1')}
      end;`;
}
