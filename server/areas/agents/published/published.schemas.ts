import { z } from 'zod';
import { CatalogItem } from '../catalog/catalog-items.schemas.ts';
import { GateRun } from '../lifecycle/gate.schemas.ts';
import { Agent } from '../schemas.ts';

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const ChangedField = z.object({
  field: z.string().describe('Name of the field; a weekday or a date for hours.'),
  before: Value.describe('What customers hear; null if there is nothing.'),
  after: Value.describe('In the draft; null if it is removed.'),
});
export type ChangedField = z.infer<typeof ChangedField>;

const heldBackReasons = ['price_told', 'no_price', 'same_name'] as const;

const HeldBack = z.object({
  reason: z
    .enum(heldBackReasons)
    .describe(
      '`price_told`: a published text tells the old price. `no_price`: the price is 0. `same_name`: another item for ' +
        'sale has the same name and another price.',
    ),
  about: z.string().describe('The text or the item that stands against the change.'),
});
export type HeldBack = z.infer<typeof HeldBack>;

export const Change = z
  .object({
    what: z
      .enum(['field', 'hours', 'behavior', 'service', 'rule', 'faq', 'item'])
      .describe('The part of the agent that differs; `field` is one of its own texts or settings.'),
    action: z.enum(['added', 'removed', 'changed', 'moved']).describe('What the draft does to it.'),
    id: z.string().nullable().describe('Id of the service, rule, FAQ or item; null for anything else.'),
    name: z
      .string()
      .nullable()
      .describe('Name, text or question of the service, rule, FAQ or item; null for anything else.'),
    fields: z.array(ChangedField).describe('Each field that differs.'),
    heldBack: HeldBack.nullable().describe(
      'Why a change that takes effect at once does not; null if nothing holds it back.',
    ),
  })
  .meta({ id: 'AgentChange' });
export type Change = z.infer<typeof Change>;

export const AgentChangesReport = z
  .object({
    agentId: z.string().describe('Id of the agent.'),
    published: z
      .object({
        at: z.string().describe('When it was last published, UTC.'),
        hash: z.string().describe('Of the gate run that the version passed.'),
        isCurrent: z.boolean().describe('Whether the draft is what customers hear.'),
      })
      .nullable()
      .describe('The version that customers hear; null unless the agent is PUBLISHED.'),
    changes: z.array(Change).describe('From the published version to the draft; empty unless the agent is PUBLISHED.'),
    failing: z
      .array(GateRun.shape.cases.element)
      .describe('The failed cases that block publishing the draft; empty before it was tested.'),
  })
  .meta({ id: 'AgentChangesReport' });
export type AgentChangesReport = z.infer<typeof AgentChangesReport>;

export const PublishedAgent = Agent.extend({
  items: z.array(CatalogItem).describe('What it sells, in order.'),
  publishedAt: z.string().describe('When this version was published.'),
  hash: z.string().describe('Of the gate run that the version passed.'),
}).meta({ id: 'PublishedAgent' });
