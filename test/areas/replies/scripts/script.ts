import type { Language } from '../../../../server/platform/access/workspaces.ts';

/** What the customer writes, and what must stand in the answer; `never` must not. */
export interface Turn {
  says: string;
  hears: string[];
  never?: string[];
}

export interface Script {
  /** An hour at which the shop is open, UTC. */
  start: string;
  items: { name: string; description?: string; price: number }[];
  /** Prices that the owner has set, by the name of the service. */
  prices: Record<string, number>;
  turns: Turn[];
}

export type Scripts = Record<Language, Script>;

export const turn = (says: string, ...hears: string[]): Turn => ({ says, hears });
