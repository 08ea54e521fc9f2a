import type { Work } from '../../platform/work/work.ts';
import { announce } from './events.ts';
import { forgetOptOut } from './opt-out-hashes.ts';
import { type ContactRow, updateContact } from './store.ts';

/**
 * The means of stating a wish about campaigns: a word, the stop button of a template, the settings of the vendor's app,
 * the vendor's refusal of a message, or a change by the shop.
 */
export const wishMeans = ['word', 'button', 'settings', 'refusal', 'shop'] as const;

/** The last wish of a person about campaigns; of one who is opted out, `by` is what opted her out. */
export interface CampaignWish {
  wish: 'stop' | 'start';
  by: (typeof wishMeans)[number];
  /** UTC. */
  at: string;
  /** Id of the message that stated it: of a word ours, of a button the vendor's. */
  in: string | null;
}

export const wishOf = ({ campaign_wish: wish }: Pick<ContactRow, 'campaign_wish'>): CampaignWish | null =>
  wish === null ? null : JSON.parse(wish);

/** The columns of a contact whom the shop opts out or in. */
export const wishByShop = (wish: CampaignWish['wish'], now: string) => ({
  opted_out_at: wish === 'stop' ? now : null,
  campaign_wish: JSON.stringify({ wish, by: 'shop', at: now, in: null } satisfies CampaignWish),
});

/**
 * Takes a person's own wish; returns true if it opts her out or in. A wish that she stated before her last one changes
 * nothing. Who opted out by a word, or was opted out by the shop, is not opted in by a setting at the vendor.
 */
export async function takeWish(work: Work, contact: ContactRow, given: CampaignWish): Promise<boolean> {
  const last = wishOf(contact);
  const at = given.at < work.now ? given.at : work.now;
  if (last && last.by !== 'shop' && secondOf(at) < secondOf(last.at)) return false;
  const isOut = contact.opted_out_at !== null;
  if (given.wish === 'start' && isOut && !mayOptIn(given, last)) return false;
  const changes = isOut !== (given.wish === 'stop');
  const by = given.wish === 'stop' && isOut ? (last?.by ?? 'shop') : given.by;
  const optedOutAt = changes ? { opted_out_at: given.wish === 'stop' ? work.now : null } : {};
  if (changes && given.wish === 'start') await forgetOptOut(work, contact);
  await updateContact(work, contact, { ...optedOutAt, campaign_wish: JSON.stringify({ ...given, by, at }) });
  if (changes) await announce(work, 'UPDATED', [contact.id]);
  return changes;
}

/** Vendors round times to seconds. */
const secondOf = (at: string): string => at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);

const mayOptIn = ({ by }: CampaignWish, last: CampaignWish | null): boolean =>
  by !== 'settings' || (last !== null && ['settings', 'button', 'refusal'].includes(last.by));
