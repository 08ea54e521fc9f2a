import { expect, test } from 'vitest';
import type { z } from 'zod';
import { Agent } from '../../../server/areas/agents/schemas.ts';
import { Appointment } from '../../../server/areas/appointments/schemas.ts';
import { CatalogSync } from '../../../server/areas/catalogs/schemas.ts';
import { Channel } from '../../../server/areas/channels/schemas.ts';
import { Card } from '../../../server/areas/crm/schemas.ts';
import { eventExamples } from '../../../server/areas/developers/log/event-examples.ts';
import { Conversation, Message } from '../../../server/areas/inbox/schemas.ts';
import { Lead } from '../../../server/areas/leads/schemas.ts';
import { Order } from '../../../server/areas/orders/schemas.ts';
import type { EventKind } from '../../../server/platform/work/events.ts';

const resources: [prefix: string, schema: z.ZodObject][] = [
  ['message.', Message],
  ['conversation.', Conversation],
  ['lead.', Lead],
  ['order.', Order],
  ['payment.', Order],
  ['appointment.', Appointment],
  ['crm.card.', Card],
  ['bot.', Agent],
  ['channel.', Channel],
  ['catalog.', CatalogSync],
];

test.each(Object.entries(eventExamples) as [EventKind, { data: object }][])(
  'the example of %s is the resource as the API shows it, no field more or less',
  (kind, { data }) => {
    const schema = resources.find(([prefix]) => kind.startsWith(prefix))?.[1];
    if (!schema) return expect(kind).toMatch(/^(quota|trial)\./);
    const parsed = schema.strict().safeParse(data);
    expect(parsed.error?.issues ?? []).toEqual([]);
  },
);
