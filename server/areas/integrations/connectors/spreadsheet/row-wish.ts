import type { CellValue } from './fill-cells.ts';

/** A row to write: appended, or into the row with the same value in `keyColumn`. */
export interface RowWish {
  /** By column name. */
  values: Record<string, CellValue>;
  keyColumn: string;
  /** Whether to leave or change a row that has the key already. */
  ifThere: 'keep' | 'change';
  /** IANA zone for times: dates of a workbook have none. */
  timezone: string;
}

/** `bytes` is null when nothing had to be written. `row` is the row number that programs show, from 1. */
export interface Written {
  bytes: Uint8Array | null;
  row: number;
}

/** Why a workbook cannot be written; the message is for the owner. */
export class WorkbookFault extends Error {}
