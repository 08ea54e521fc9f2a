import type { Result } from '../../api/operations.ts';

type Entry = Result<'listUnconfirmed'>['data'][number];

export type EntryKind = Entry['kind'];
export type Unconfirmed = Entry['unconfirmed'];
export type { Entry };

/** Fields with a label of their own; the others are ids and positions. */
const named: Record<string, string> = {
  ...{ clientName: 'name', contactName: 'name', name: 'name', title: 'title', items: 'items', total: 'total' },
  ...{ address: 'address', notes: 'notes', clientPhone: 'phone', contactPhone: 'phone', phone: 'phone' },
  ...{ clientEmail: 'email', email: 'email', startTime: 'time', endTime: 'time', status: 'status' },
  ...{ stageId: 'stage', tags: 'tags', fields: 'fields', data: 'fields', value: 'value', commentCount: 'comment' },
  ...{ paymentStatus: 'payment', paymentMethod: 'payment', deliveryFee: 'deliveryFee', optedOut: 'consent' },
};

/** Returns the label keys of the fields, without duplicates. */
export const namesOf = ({ fields }: Unconfirmed): string[] => [
  ...new Set(fields.flatMap((field) => named[field] ?? [])),
];

/** Returns the console address of a record. */
export function hrefOf({ kind, key }: Entry): string {
  switch (kind) {
    case 'order':
      return `/orders/${key}`;
    case 'appointment':
      return `/calendar/${key}`;
    case 'card':
      return `/pipeline/${key}`;
    case 'lead':
      return `/customers?${new URLSearchParams({ search: key, view: 'leads' })}`;
    default:
      return `/customers/${encodeURIComponent(key)}`;
  }
}
