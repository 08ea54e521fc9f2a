import { dayMs, minuteMs } from '../../platform/durations.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Random } from './random.ts';
import type { DemoShop, Story } from './stories/story.schemas.ts';

/** A story as one customer's conversation, with names and prices filled in. */
export interface DemoConversation {
  story: Story;
  person: { phone: string; name: string };
  /** Its messages, oldest first; times are UTC text. */
  messages: { author: 'CONTACT' | 'AGENT' | 'HUMAN'; text: string; at: string }[];
  items: { name: string; quantity: number; unitPrice: number; catalogItemId: null; notes: null }[];
  deliveryFee: number;
  total: number;
  street: string;
}

const authors = { c: 'CONTACT', a: 'AGENT', h: 'HUMAN' } as const;

/** Fills in the story of a conversation that starts at `begin` (epoch ms). Leaves out messages after `now`. */
export function tellStory(shop: DemoShop, random: Random, index: number, begin: number, now: number): DemoConversation {
  const story = shop.stories[index % shop.stories.length] as Story;
  const firstName = random.pick(shop.firstNames);
  const dish = random.pick(shop.menu);
  const drink = random.pick(shop.drinks);
  const street = random.pick(shop.streets);
  const deliveryFee = feeOf(shop);
  const total = Math.round((dish.price + drink.price + deliveryFee) * 100) / 100;
  const money = new Intl.NumberFormat(shop.language, { style: 'currency', currency: shop.currency });
  const values = {
    name: firstName,
    item: dish.name,
    drink: drink.name,
    total: money.format(total),
    street,
    day: random.pick(shop.weekdays),
    time: `${random.between(19, 21)}:${random.pick(['00', '30'])}`,
    people: String(random.between(3, 24)),
  };
  let at = begin;
  const messages = [];
  for (const [who, text] of story.turns) {
    if (at > now) break;
    messages.push({ author: authors[who], text: fill(text, values), at: new Date(at).toISOString() });
    at += who === 'c' ? random.between(2, 9) * 1_000 : random.between(1, 6) * minuteMs;
  }
  const digits = String(1_000 + ((index * 37) % 9_000));
  return {
    story,
    person: { phone: `${shop.phonePrefix}${digits}`, name: `${firstName} ${random.pick(shop.lastNames)}` },
    messages,
    items: [toItem(dish), toItem(drink)],
    deliveryFee,
    total,
    street,
  };
}

/** What the shop takes for a delivery; the first of its extras. */
export const feeOf = ({ extras }: DemoShop): number => extras[0]?.price ?? 0;

export const toItem = ({ name, price }: { name: string; price: number }) => ({
  name,
  quantity: 1,
  unitPrice: price,
  catalogItemId: null,
  notes: null,
});

/**
 * Start times (epoch ms) of the conversations of the last 30 days, oldest first: mostly evenings, more at the weekend,
 * and `waiting` ones in the last hours.
 */
export function startTimes(random: Random, count: number, now: number, waiting: number): number[] {
  const times: number[] = [];
  while (times.length < count - waiting) {
    const day = new Date(now - random.between(1, 29) * dayMs);
    const isBusy = [0, 5, 6].includes(day.getUTCDay());
    if (!isBusy && random.next() < 0.4) continue;
    day.setUTCHours(random.between(20, 23), random.between(0, 59), random.between(0, 59), 0);
    times.push(day.getTime());
  }
  for (let index = 0; index < waiting; index++) times.push(now - random.between(4, 150) * minuteMs);
  return times.sort((a, b) => a - b);
}
