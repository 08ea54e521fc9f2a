import type { Address } from './driver.ts';

/** The only contact card of a message, which names one number. */
export interface SharedCard {
  /** The number, and the ids of its owner if the vendor names them. */
  addresses: Address[];
  name: string | null;
  /** True if the vendor vouches that the card shows the customer's own number; null if it makes no statement. */
  isOwn: boolean | null;
}
