import { fold } from '../../../platform/database/fold.ts';
import { toCents } from '../../../platform/text/money.ts';
import type { AgentVersion, HeldBack } from '../../agents/index.ts';
import { findPrices } from '../catalog-upload/find-prices.ts';

/**
 * Why an item must not be published by itself with its new price or sale; null if it may. `before` and `after` are what
 * customers hear. An item that is no longer for sale always may: nothing would mislead customers more.
 */
export function judgeItem(before: AgentVersion, after: AgentVersion, itemId: string): HeldBack | null {
  const old = before.items.find(({ id }) => id === itemId);
  const item = after.items.find(({ id }) => id === itemId);
  if (!old || !item?.active) return null;
  if (item.price === 0) return { reason: 'no_price', about: item.name };
  const isTwin = ({ id, name, price, active }: typeof item) =>
    id !== item.id && active && fold(name) === fold(item.name) && price !== item.price;
  if (after.items.some(isTwin)) return { reason: 'same_name', about: item.name };
  if (old.price === item.price) return null;
  const text = textsOf(after).find((entry) => tellsPrice(entry, old, after));
  return text === undefined ? null : { reason: 'price_told', about: text.slice(0, 200) };
}

/** What the owner wrote for customers, question and answer together. */
const textsOf = ({ agent, items }: AgentVersion): string[] =>
  [
    ...agent.faqs.map(({ question, answer }) => `${question}\n${answer}`),
    ...agent.rules.filter(({ active }) => active).map(({ text }) => text),
    ...[agent.greetingMessage, agent.fallbackMessage, agent.outOfHoursMessage],
    ...[...agent.services, ...items].map(({ description }) => description),
  ].filter((text) => text !== null);

/** Whether a text tells the old price of an item: it names the item, or no other offer has that price. */
function tellsPrice(text: string, { id, name, price }: AgentVersion['items'][number], after: AgentVersion): boolean {
  const cents = toCents(price);
  if (!text.split('\n').some((line) => findPrices(line).some((found) => found.cents === cents))) return false;
  if (fold(text).includes(fold(name))) return true;
  const others = [...after.items.filter((item) => item.active && item.id !== id), ...after.agent.services];
  return !others.some((other) => other.price === price);
}
