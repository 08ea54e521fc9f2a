import { z } from 'zod';
import { mostRows } from './audience/audience.schemas.ts';
import { Unsendable } from './audience/unsendable.schemas.ts';
import { Mappings } from './schemas.ts';

export const OutlookQuery = z.object({
  scheduledAt: z.string().max(40).optional().describe('As for the start; absent: now.'),
  transactional: z.enum(['true', 'false']).default('false').describe('As if a reason for a template were given.'),
});

export const Outlook = z
  .object({
    refusals: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string() }))
      .describe('Everything that prevents the start now.'),
    unsendable: Unsendable.describe('Recipients who will be FAILED at the start.'),
    recipients: z.int().describe('People whom it is sent to.'),
    startsAt: z.string().nullable().describe('The first message, within the sending hours; null without recipients.'),
    endsAt: z.string().nullable().describe('The last message, if nothing else holds the campaign.'),
    cost: z.number().nullable().describe('By the price of a message; null without one.'),
  })
  .meta({ id: 'CampaignOutlook' });

export const Sample = Mappings.extend({
  at: z.int().min(0).max(mostRows).describe('Which recipient, from 0, in the order of the audience.'),
});

export const Sampled = z
  .object({
    total: z.int().describe('Recipients to choose from.'),
    recipient: z
      .object({
        phone: z.string().nullable().describe('Null while the customer hides it.'),
        name: z.string().nullable(),
      })
      .nullable()
      .describe('Null: none at that place.'),
    values: z.record(z.string(), z.string()).describe('By variable; empty where the recipient has none.'),
    variables: z.record(z.string(), z.string()).describe('What the audience says of the recipient, for a test send.'),
  })
  .meta({ id: 'CampaignSample' });
