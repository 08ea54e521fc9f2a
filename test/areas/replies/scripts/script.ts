import type { Language } from '../../../../server/platform/text/languages.ts';

/** A customer's message, and texts that the reply must contain (`hears`) or must not contain (`never`). */
export interface Turn {
  says: string;
  hears: string[];
  never?: string[];
}

export interface Script {
  /** A time at which the shop is open (UTC). */
  start: string;
  items: { name: string; description?: string; price: number }[];
  /** Prices of services, by name. */
  prices: Record<string, number>;
  turns: Turn[];
}

export type Scripts = Record<Language, Script>;

export const turn = (says: string, ...hears: string[]): Turn => ({ says, hears });
