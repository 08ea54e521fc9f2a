import type { Address } from './driver.ts';

/** The only contact card of a message, which names one number. */
export interface SharedCard {
  /** The number, and the ids of its owner if the vendor names them. */
  addresses: Address[];
  name: string | null;
  /** Whether the vendor says that the customer shared their own number on request; null if it says nothing of it. */
  isOwn: boolean | null;
}
