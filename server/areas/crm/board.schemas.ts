import { z } from 'zod';
import { Flag } from '../../http/paginate.ts';
import { EventSource } from '../../platform/work/events.ts';
import { boardCards, Card, Stage } from './schemas.ts';

/** A card as the console shows it. */
export const BoardCard = Card.extend({
  orderKey: z.string().describe('Orders the cards of a stage.'),
  unreadCount: z.int().describe("The customer's messages in the card's conversation that nobody has read."),
  waitingSince: z.string().nullable().describe('Since when the customer has waited for a person.'),
}).meta({ id: 'CrmBoardCard' });
export type BoardCard = z.infer<typeof BoardCard>;

export const BoardFilter = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe(
      "Each word must begin one of the title or the contact's name, or be the number; the newest 1,000 cards count.",
    ),
  unread: Flag.describe('Only cards whose conversation has unread messages.'),
  source: EventSource.optional().describe('Only cards that this source created.'),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** Most cards of a stage that one request for a filtered board returns. */
export const mostShownCards = 500;

export const ShownCards = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform((text) => Math.min(mostShownCards, Math.max(1, Number(text))))
  .prefault(String(boardCards))
  .meta({
    description: 'Cards of each stage.',
    override: { type: 'integer', default: boardCards, pattern: undefined },
  });

export const BoardView = z.object({
  pipelineId: z.string(),
  stages: z.array(
    Stage.extend({ count: z.int(), total: z.number(), cards: z.array(BoardCard), hasMore: z.boolean() }).describe(
      'A stage with the count and total of all its cards that match, and the first of them.',
    ),
  ),
});

export const ContactCard = Card.extend({
  pipelineName: z.string(),
  stage: Stage.pick({ name: true, color: true, isWon: true, isLost: true }),
}).meta({ id: 'CrmContactCard' });
export type ContactCard = z.infer<typeof ContactCard>;
