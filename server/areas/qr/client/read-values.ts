import type { proto } from 'baileys';

type Long = proto.Message.IOrderMessage['totalAmount1000'];

/** An amount of money, which the vendor counts in thousandths; null if it is unknown. */
export function toAmount(thousandths: Long): number | null {
  const amount = Number(thousandths ?? Number.NaN) / 1_000;
  return Number.isFinite(amount) ? amount : null;
}

/** A time of the vendor, UTC text; null if it is missing or unreadable. */
export function toTime(time: Long, msPerUnit: number): string | null {
  const ms = Number(time ?? Number.NaN) * msPerUnit;
  return ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : null;
}
