import { z } from 'zod';
import type { Contact, ContactDetail } from '../../contacts/index.ts';
import { fewest, type Page } from './page.ts';
import { showConversation } from './show-conversation.ts';
import { tool } from './tool.ts';

const scopes = ['contacts.read'] as const;

export const customerTools = [
  tool({
    name: 'find_customers',
    title: 'Find customers',
    description: 'Finds customers by name, user name, phone or e-mail. `phone` is null where it is hidden.',
    effect: 'read',
    scopes,
    input: z.strictObject({
      search: z.string().max(200).describe('Part of a name, user name, phone or e-mail'),
      limit: fewest,
    }),
    async run({ search, limit }, { call }) {
      const { data, total } = await call<Page<Contact>>('listContacts', { parameters: { search, limit } });
      const customers = data.map(({ id, phone, username, name, email, tags, lastMessageAt, optedOut }) => ({
        id,
        phone,
        username,
        name,
        email,
        tags: tags.map((tag) => tag.name),
        lastMessageAt,
        optedOutOfCampaigns: optedOut,
      }));
      return { customers, total };
    },
  }),

  tool({
    name: 'get_customer',
    title: 'Get a customer',
    description: 'A customer with notes, conversations, orders and the next appointment.',
    effect: 'read',
    scopes,
    input: z.strictObject({ phone: z.string().max(64).describe('Phone, or the id of a customer who hides it') }),
    async run({ phone }, { call }) {
      const one = await call<ContactDetail>('getContact', { parameters: { phone } });
      const { name, email, tags, notes, fields, otherPhones, optedOut, conversations, orders, nextAppointment } = one;
      return {
        id: one.id,
        phone: one.phone,
        username: one.username,
        name,
        email,
        tags: tags.map((tag) => tag.name),
        shopNotes: notes,
        fields,
        otherPhones,
        optedOutOfCampaigns: optedOut,
        conversations: conversations.map(showConversation),
        orders,
        nextAppointment: nextAppointment && {
          id: nextAppointment.id,
          title: nextAppointment.title,
          startTime: nextAppointment.startTime,
          status: nextAppointment.status,
        },
      };
    },
  }),
];
