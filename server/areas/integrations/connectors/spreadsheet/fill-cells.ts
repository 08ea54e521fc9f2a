import { newBudget } from '../../../../platform/text/text-template.ts';
import type { SyncEvent } from '../connector.ts';
import { type Fields, fill } from '../templates.ts';

/** A cell value; an ISO 8601 text is a moment. */
export type CellValue = string | number | boolean;

const oneName = /^\s*\{\{\s*([^\s{}]+)\s*\}\}\s*$/;

/** Fills the templates. One that is only a name keeps the value's type, so money is a number. */
export function fillCells(fields: Fields, event: SyncEvent): Record<string, CellValue> {
  const budget = newBudget();
  const cellOf = (template: string): CellValue => {
    const name = oneName.exec(template)?.[1];
    const value = name === undefined ? undefined : lookUp(event, name.split('.'));
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    return fill(template, event, undefined, budget);
  };
  return Object.fromEntries(Object.entries(fields).map(([column, template]) => [column, cellOf(template)]));
}

const lookUp = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined,
    value,
  );
