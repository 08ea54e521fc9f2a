import { dayMs } from '../../platform/durations.ts';
import type { Work } from '../../platform/work/work.ts';
import { insertView } from '../contacts/index.ts';
import { type ContactRow, findByPhones, updateContact } from '../people/index.ts';
import type { Random } from './random.ts';
import type { DemoShop } from './stories/story.schemas.ts';

const optedOutEvery = 23;
const emailEvery = 4;
const noteEvery = 6;

/** Writes what a shop knows about its customers: e-mails, notes, fields, who wants no campaigns; and keeps a view. */
export async function knowCustomers(work: Work, shop: DemoShop, phones: string[], random: Random): Promise<void> {
  const contacts = await findByPhones(work.db, work.workspace.id, phones);
  for (const [index, contact] of contacts.entries()) {
    const changes = changesOf(work, shop, contact, index, random);
    if (Object.keys(changes).length > 0) await updateContact(work, contact, changes);
  }
  await insertView(work, { ...shop.customers.view, search: '' });
}

function changesOf(work: Work, { customers }: DemoShop, { name }: ContactRow, index: number, random: Random) {
  const outAt = Date.parse(work.now) - random.between(1, 20) * dayMs;
  return {
    ...(index % emailEvery === 1 ? { email: emailOf(name ?? '', index) } : {}),
    ...(index % noteEvery === 2 ? { notes: random.pick(customers.notes) } : {}),
    ...(index % noteEvery === 3 ? { fields: JSON.stringify(Object.fromEntries([random.pick(customers.fields)])) } : {}),
    ...(index % optedOutEvery === 5 ? { opted_out_at: new Date(outAt).toISOString() } : {}),
  };
}

/** `joao.souza7@example.com` */
const emailOf = (name: string, index: number): string =>
  `${name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '.')}${index}@example.com`;
