/** SQL expressions by name, for a row that statements call `row`. */
type Shared = (row: string) => Record<string, string>;

const columnsOf =
  (names: string[]): Shared =>
  (row) =>
    Object.fromEntries(names.map((name) => [name, `${row}.${name}`]));

/**
 * SQL of the triggers that keep `row_counts` of a table: of all rows of a workspace, and of those that share a value of a
 * column or an expression. A list's total is then one look-up, however long the list.
 */
export function keepRowCounts(table: string, shared: string[] | Shared): string {
  const expressionsOf = Array.isArray(shared) ? columnsOf(shared) : shared;
  const add = (rows: string[]): string => `
    insert into row_counts (workspace_id, table_name, shared, value, count) values ${rows.join(', ')}
      on conflict do update set count = count + excluded.count;`;
  const entry = (row: string, name: string, value: string, by: 1 | -1): string =>
    `(${row}.workspace_id, '${table}', '${name}', ${value}, ${by})`;
  const entries = (row: 'new' | 'old', by: 1 | -1): string[] => [
    entry(row, '', `''`, by),
    ...Object.entries(expressionsOf(row)).map(([name, value]) => entry(row, name, `ifnull(${value}, '')`, by)),
  ];
  const [before, after] = [expressionsOf('old'), expressionsOf('new')];
  const changes = Object.keys(after).map(
    (name) => `
      create trigger ${table}_recounted_by_${name} after update on ${table} when ${before[name]} is not ${after[name]}
      begin ${add([entry('old', name, `ifnull(${before[name]}, '')`, -1), entry('new', name, `ifnull(${after[name]}, '')`, 1)])}
      end;`,
  );
  return `
      create trigger ${table}_counted after insert on ${table} begin ${add(entries('new', 1))}
      end;
      create trigger ${table}_uncounted after delete on ${table} begin ${add(entries('old', -1))}
      end;
      ${changes.join('')}`;
}
