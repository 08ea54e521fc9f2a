import { Temporal } from 'temporal-polyfill';
import type { Facts, Run } from '../runs/run.ts';
import { toView, type View } from './render-text.ts';

/** The values that the texts of a step can name: the variables of the run and the groups that every run has. */
export function buildView({ variables }: Pick<Run, 'variables'>, facts: Facts): View {
  const own: Record<string, string> = {};
  const event: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith('event.')) event[name.slice('event.'.length)] = value;
    else if (name !== 'message.text') own[name] = value;
  }
  const { contact } = facts;
  const now = Temporal.Instant.from(facts.now).toZonedDateTimeISO(facts.timezone);
  return toView(own, {
    event,
    contact: {
      id: contact.id,
      name: contact.name,
      firstName: contact.name.trim().split(/\s+/)[0] ?? '',
      phone: contact.phone,
      username: contact.username,
      email: contact.email,
    },
    shop: { name: facts.shopName },
    now: { date: now.toPlainDate().toString(), time: now.toPlainTime().toString({ smallestUnit: 'minute' }) },
    message: { text: variables['message.text'] ?? '' },
  });
}

/** The value of a variable that a condition names, such as `delivery` or `event.status`; '' if it has none. */
export function readVariable(view: View, name: string): string {
  const [group = '', ...rest] = name.split('.');
  const value = view.values[group];
  if (typeof value === 'string') return rest.length === 0 ? value : '';
  return value?.[rest.join('.')] ?? '';
}
