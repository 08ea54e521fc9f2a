import type { Workspace } from '../../../platform/access/workspaces.ts';
import { formatAmount } from '../../../platform/text/money.ts';
import { type Contents, carriesPlace, type Enclosed, shorten } from '../../channels/index.ts';

/** Longest text that a phone sends, in characters. */
export const longestText = 65_536;

type Priced = Pick<NonNullable<Enclosed['product']>, 'price' | 'currency'>;

/** The text of a message: its author's words, then what is enclosed, in lines for people. Null without either. */
export function composeContent({ type, content, notice, enclosed }: Contents, workspace: Workspace): string | null {
  if (notice) return null;
  if (carriesPlace(type)) return content && withLabel(content, enclosed?.place);
  const lines = [content ?? '', ...(enclosed ? describe(enclosed, workspace) : [])];
  const text = lines.filter((line) => line.trim() !== '').join('\n');
  return text === '' ? null : shorten(text, longestText);
}

/** The words of a place, for search and for agents, which read no coordinates. Null without any. */
export const describePlace = (place: Enclosed['place']): string | null =>
  [...new Set([place?.name, place?.address])].filter(Boolean).join(', ') || null;

function withLabel(geo: string, place: Enclosed['place']): string {
  const label = describePlace(place);
  return label === null ? geo : `${geo}?q=${encodeURIComponent(label)}`;
}

function describe(enclosed: Enclosed, workspace: Workspace): string[] {
  const { choice, product, order, cards = [], answers = [] } = enclosed;
  const withPrice = (name: string, { price, currency }: Priced) =>
    price === null ? name : `${name} (${formatAmount(price, currency, workspace)})`;
  const items = (order?.items ?? []).map((item) =>
    withPrice(`${item.quantity} × ${item.name ?? item.id ?? '…'}`, item),
  );
  return [
    ...(choice ? [choice.title, choice.description ?? ''] : []),
    ...(product?.name ? [withPrice(product.name, product)] : []),
    ...items,
    ...(order && needsTotal(order)
      ? [withPrice(titleOf(order), { price: order.total, currency: order.currency })]
      : []),
    ...cards.map(({ name, phones, emails }) => [name, [...phones, ...emails].join(', ')].filter(Boolean).join(' ')),
    ...answers.map(({ name, value }) => `${readableName(name)}: ${readableValue(name, value)}`),
  ];
}

/** The items of some carts are known by their number only, and their prices by their sum. */
const needsTotal = ({ items, total }: NonNullable<Enclosed['order']>): boolean =>
  items.length === 0 || (total !== null && items.some(({ price }) => price === null));

const titleOf = ({ title, itemCount }: NonNullable<Enclosed['order']>): string =>
  ['🛒', title, `${itemCount} ×`].filter(Boolean).join(' ');

/** The vendor's form builder numbers fields (`screen_0_size_1`) and options (`0_Large`). */
const numberedField = /^screen_\d+_(.+)_\d+$/;

const readableName = (name: string): string =>
  name
    .replace(numberedField, '$1')
    .replaceAll(/[_.\s]+/g, ' ')
    .trim() || name;

function readableValue(name: string, value: string): string {
  if (value === 'true') return '✓';
  if (value === 'false') return '✗';
  if (!numberedField.test(name)) return value;
  return value
    .split(', ')
    .map((option) => option.replace(/^\d+_/, ''))
    .join(', ');
}
