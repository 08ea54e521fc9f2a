import { z } from 'zod';
import { Amount, Money } from '../../platform/text/money.ts';
import { EventSource } from '../../platform/work/events.ts';
import { unconfirmedField } from '../../platform/work/unconfirmed.ts';

export const mostPipelines = 50;
export const mostStages = 30;
/** Number of cards per stage on the board. */
export const boardCards = 50;

const Reference = z.string().min(1).max(64);
const PipelineName = z.string().trim().min(1).max(100).describe('What the pipeline is called.');
const StageName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe('What the stage is called; unique in its pipeline, regardless of case.');
const Color = z.string().max(40).describe('A colour as #rrggbb; anything else is 422 `invalid_color`.');
const CardTitle = z.string().trim().min(1).max(200).describe('What the deal is about.');
const CardValue = Amount.nullable().describe(
  'What the deal is worth, with at most two decimal places; null if unknown.',
);
const ContactName = z.string().trim().max(200).nullable().describe('The customer’s name; null or empty for none.');

export const Stage = z
  .object({
    id: z.string(),
    pipelineId: z.string().describe('Id of the pipeline that it belongs to.'),
    name: z.string().describe('What the stage is called; unique in its pipeline, regardless of case.'),
    color: z.string().describe('Its colour as #rrggbb.'),
    position: z.int().min(0).describe('Position in the pipeline, from 0.'),
    isWon: z.boolean().describe('Cards that enter this stage are won.'),
    isLost: z.boolean().describe('Cards that enter this stage are lost.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmStage' });
export type Stage = z.infer<typeof Stage>;

export const Pipeline = z
  .object({
    id: z.string(),
    name: z.string().describe('What the pipeline is called.'),
    isDefault: z.boolean().describe('Whether it is the one that cannot be deleted.'),
    stages: z.array(Stage).describe('Its stages, in order.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmPipeline' });
export type Pipeline = z.infer<typeof Pipeline>;

export const PipelineDraft = z.strictObject({ name: PipelineName });

export const StageDraft = z.strictObject({
  pipelineId: Reference.describe('The pipeline at whose end the stage will stand.'),
  name: StageName,
  color: Color,
});
export const StageChanges = z.strictObject({ name: StageName.optional(), color: Color.optional() });
export type StageChanges = z.infer<typeof StageChanges>;

export const StageOrder = z.strictObject({
  pipelineId: Reference.describe('The pipeline whose stages are put in order.'),
  stageIds: z.array(Reference).min(1).max(mostStages).describe('All stages of the pipeline, each once.'),
});

export const Card = z
  .object({
    id: z.string(),
    pipelineId: z.string().describe('Id of the pipeline that it is in.'),
    stageId: z.string().describe('Id of the stage that it is in.'),
    title: z.string().describe('What the deal is about.'),
    value: Money.nullable().describe('What the deal is worth; null if unknown.'),
    contactId: z
      .string()
      .nullable()
      .describe('Extension: id of the customer; null if none was given, and once the contact is deleted.'),
    contactPhone: z
      .string()
      .nullable()
      .describe('The customer’s present number in E.164; null for no customer, and while the vendor hides it.'),
    contactName: z.string().nullable().describe('The customer’s name; null if none was given.'),
    conversationId: z.string().nullable().describe('Id of the conversation that it came from; null for none.'),
    leadId: z.string().nullable().describe('Id of the lead that it came from; null for none.'),
    source: EventSource.describe('Source that created the card.'),
    commentCount: z.int().min(0).describe('How many comments were made on it.'),
    ...unconfirmedField,
    stageEnteredAt: z.string().describe('When the card entered its stage.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmCard' });
export type Card = z.infer<typeof Card>;

export const CardDraft = z.strictObject({
  pipelineId: Reference.describe('The pipeline in which the card is created.'),
  stageId: Reference.describe('A stage of that pipeline.'),
  title: CardTitle,
  value: CardValue.optional(),
  contactPhone: z
    .string()
    .trim()
    .max(30)
    .optional()
    .describe(
      "The customer's number in any spelling that is valid in the workspace's country; a new one creates a contact.",
    ),
  contactId: Reference.nullable()
    .optional()
    .describe('Extension: the customer by id, in place of the number, for one who hides it.'),
  contactName: ContactName.optional(),
  conversationId: Reference.nullable().optional().describe('Id of the conversation that the deal came from.'),
  leadId: Reference.nullable().optional().describe('Id of the lead that the deal came from.'),
});
export type CardDraft = z.infer<typeof CardDraft>;

export const CardChanges = z.strictObject({
  title: CardTitle.optional(),
  value: CardValue.optional(),
  contactName: ContactName.optional(),
});
export type CardChanges = z.infer<typeof CardChanges>;

export const CardMove = z.strictObject({
  toStageId: Reference.describe('The stage that the card enters, or its own.'),
  beforeCardId: Reference.nullable().optional().describe('The card that will be directly above.'),
  afterCardId: Reference.nullable().optional().describe('The card that will be directly below.'),
});
export type CardMove = z.infer<typeof CardMove>;

export const CommentDraft = z.strictObject({
  body: z.string().min(1).max(1000).regex(/\S/, 'must not be blank').describe('The text of the comment.'),
});

export const Board = z
  .object({
    pipeline: Pipeline.omit({ stages: true }).describe('The pipeline without its stages.'),
    stages: z
      .array(
        Stage.pick({ id: true, name: true, color: true, position: true, isWon: true, isLost: true }).extend({
          count: z.int().min(0).describe('Number of all cards of the stage.'),
          total: Money.describe('Total value of all cards of the stage.'),
          cards: z.array(Card).describe(`The first ${boardCards} cards in order.`),
          hasMore: z.boolean().describe('Whether the stage has more cards: `GET /api/crm/stages/{id}/cards`.'),
        }),
      )
      .describe('All stages of the pipeline, in order, with their first cards.'),
  })
  .meta({ id: 'CrmBoard' });

export const StageCards = z
  .object({
    data: z.array(Card).describe('The cards in the order of the board.'),
    offset: z.int().min(0).describe('How many cards were skipped.'),
    limit: z.int().min(1).max(100).describe('The most cards of an answer, as it was clamped.'),
    total: z.int().min(0).describe('How many cards the stage has.'),
    hasMore: z.boolean().describe('Whether there are cards after these.'),
  })
  .meta({ id: 'CrmStageCards' });

export const Offset = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform((text) => Math.max(0, Number(text)))
  .prefault('0')
  .meta({ description: 'Number of cards to skip.', override: { type: 'integer', default: 0, pattern: undefined } });

const cardEventTypes = ['CREATED', 'MOVED', 'UPDATED', 'COMMENTED', 'DELETED'] as const;
const CardEventType = z.enum(cardEventTypes).meta({ id: 'CardEventType', description: 'What happened to a card.' });
export type CardEventType = (typeof cardEventTypes)[number];

const StageSnapshot = z
  .object({
    id: z.string().describe('Id of the stage, which may have been deleted since.'),
    name: z.string().describe('Its name at that moment.'),
  })
  .nullable();

export const CardEvent = z
  .object({
    id: z.string(),
    pipelineId: z.string().describe('Id of the pipeline that the card was in.'),
    cardId: z.string().describe('Id of the card, which may have been deleted since.'),
    cardTitle: z.string().describe('The title at that moment.'),
    type: CardEventType,
    actor: z
      .object({
        source: EventSource,
        id: z.string().nullable().describe('Id of the key, person, agent or flow; null where it is not known.'),
        name: z.string().nullable().describe('Its name at that moment; null where it is not known.'),
      })
      .describe('The actor: a key, an agent, a flow or a person at the console.'),
    fromStage: StageSnapshot.describe('The stage before; null for a new card.'),
    toStage: StageSnapshot.describe('The stage after; null for a deleted card.'),
    changes: z
      .array(
        z.object({
          field: z.string().describe('Name of the field: `title`, `value` or `contactName`.'),
          from: z.unknown().describe('Its former value.'),
          to: z.unknown().describe('Its new value.'),
        }),
      )
      .describe('The changed fields of an UPDATED event; empty for others.'),
    comment: z.string().nullable().describe('The text of a COMMENTED event; null for others.'),
    createdAt: z.string(),
    updatedAt: z.string().describe('The same as `createdAt`, since events never change.'),
  })
  .meta({ id: 'CrmCardEvent' });
export type CardEvent = z.infer<typeof CardEvent>;
