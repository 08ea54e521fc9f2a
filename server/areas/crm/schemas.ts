import { z } from 'zod';
import { Amount } from '../../platform/text/money.ts';
import { EventSource } from '../../platform/work/events.ts';

export const mostPipelines = 50;
export const mostStages = 30;
/** Number of cards per stage on the board. */
export const boardCards = 50;

const Reference = z.string().min(1).max(64);
const PipelineName = z.string().trim().min(1).max(100);
const StageName = z.string().trim().min(1).max(60);
const Color = z.string().max(40).describe('A colour as #rrggbb; anything else is 422 `invalid_color`.');
const CardTitle = z.string().trim().min(1).max(200);
const ContactName = z.string().trim().max(200);

export const Stage = z
  .object({
    id: z.string(),
    pipelineId: z.string(),
    name: z.string(),
    color: z.string(),
    position: z.int().describe('Position in the pipeline, from 0.'),
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
    name: z.string(),
    isDefault: z.boolean(),
    stages: z.array(Stage).describe('In order.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmPipeline' });
export type Pipeline = z.infer<typeof Pipeline>;

export const PipelineDraft = z.strictObject({ name: PipelineName });

export const StageDraft = z.strictObject({ pipelineId: Reference, name: StageName, color: Color });
export const StageChanges = z.strictObject({ name: StageName.optional(), color: Color.optional() });
export type StageChanges = z.infer<typeof StageChanges>;

export const StageOrder = z.strictObject({
  pipelineId: Reference,
  stageIds: z.array(Reference).min(1).max(mostStages).describe('All stages of the pipeline, each once.'),
});

export const Card = z
  .object({
    id: z.string(),
    pipelineId: z.string(),
    stageId: z.string(),
    title: z.string(),
    value: z.number().nullable().describe('Money; null if unknown.'),
    contactPhone: z.string().nullable().describe('E.164.'),
    contactName: z.string().nullable(),
    conversationId: z.string().nullable(),
    leadId: z.string().nullable(),
    source: EventSource.describe('Source that created the card.'),
    commentCount: z.int(),
    stageEnteredAt: z.string().describe('When the card entered its stage.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CrmCard' });
export type Card = z.infer<typeof Card>;

export const CardDraft = z.strictObject({
  pipelineId: Reference,
  stageId: Reference.describe('A stage of that pipeline.'),
  title: CardTitle,
  value: Amount.nullable().optional(),
  contactPhone: z
    .string()
    .trim()
    .max(30)
    .optional()
    .describe("In any spelling that is valid in the workspace's country."),
  contactName: ContactName.nullable().optional(),
  conversationId: Reference.nullable().optional(),
  leadId: Reference.nullable().optional(),
});
export type CardDraft = z.infer<typeof CardDraft>;

export const CardChanges = z.strictObject({
  title: CardTitle.optional(),
  value: Amount.nullable().optional(),
  contactName: ContactName.nullable().optional(),
});
export type CardChanges = z.infer<typeof CardChanges>;

export const CardMove = z.strictObject({
  toStageId: Reference,
  beforeCardId: Reference.nullable().optional().describe('The card that will be directly above.'),
  afterCardId: Reference.nullable().optional().describe('The card that will be directly below.'),
});
export type CardMove = z.infer<typeof CardMove>;

export const CommentDraft = z.strictObject({
  body: z.string().min(1).max(1000).regex(/\S/, 'must not be blank'),
});

export const Board = z
  .object({
    pipeline: Pipeline.omit({ stages: true }),
    stages: z.array(
      Stage.pick({ id: true, name: true, color: true, position: true, isWon: true, isLost: true }).extend({
        count: z.int().describe('Number of all cards of the stage.'),
        total: z.number().describe('Total value of all cards of the stage.'),
        cards: z.array(Card).describe(`The first ${boardCards} cards in order.`),
        hasMore: z.boolean().describe('Whether the stage has more cards: `GET /api/crm/stages/{id}/cards`.'),
      }),
    ),
  })
  .meta({ id: 'CrmBoard' });

export const StageCards = z
  .object({ data: z.array(Card), offset: z.int(), limit: z.int(), total: z.int(), hasMore: z.boolean() })
  .meta({ id: 'CrmStageCards' });

export const Offset = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform((text) => Math.max(0, Number(text)))
  .prefault('0')
  .meta({ description: 'Number of cards to skip.', override: { type: 'integer', default: 0, pattern: undefined } });

const cardEventTypes = ['CREATED', 'MOVED', 'UPDATED', 'COMMENTED', 'DELETED'] as const;
const CardEventType = z.enum(cardEventTypes).meta({ id: 'CardEventType' });
export type CardEventType = (typeof cardEventTypes)[number];

const StageSnapshot = z.object({ id: z.string(), name: z.string() }).nullable();

export const CardEvent = z
  .object({
    id: z.string(),
    pipelineId: z.string(),
    cardId: z.string(),
    cardTitle: z.string().describe('The title at that moment.'),
    type: CardEventType,
    actor: z
      .object({ source: EventSource, id: z.string().nullable(), name: z.string().nullable() })
      .describe('The actor: a key, an agent, a flow or the console.'),
    fromStage: StageSnapshot.describe('The stage before, with its name at that moment; null for a new card.'),
    toStage: StageSnapshot.describe('The stage after, with its name at that moment; null for a deleted card.'),
    changes: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe('The changed fields of an UPDATED event.'),
    comment: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string().describe('The same as `createdAt`, since events never change.'),
  })
  .meta({ id: 'CrmCardEvent' });
export type CardEvent = z.infer<typeof CardEvent>;
