import type { CellValue } from './fill-cells.ts';

/** A row to put into a table: at its end, or in the place of the row with the same value in `keyColumn`. */
export interface RowWish {
  /** By the names of the columns. */
  values: Record<string, CellValue>;
  keyColumn: string;
  /** What happens to a row that has the key already. */
  ifThere: 'keep' | 'change';
  /** IANA zone in which a workbook shows times: its dates know none. */
  timezone: string;
}

/** `bytes` is null where nothing had to be written. `row` counts as the program shows it, the first being 1. */
export interface Written {
  bytes: Uint8Array | null;
  row: number;
}

/** What cannot be written to; the message is for the owner. */
export class WorkbookFault extends Error {}
