import { z } from 'zod';
import { Amount } from '../../../platform/text/money.ts';
import type { Work } from '../../../platform/work/work.ts';
import { addTags, ensureTag } from '../../contacts/index.ts';
import { createCard, findCardOfContact, findCrmStage, listPipelines, listStages, moveCard } from '../../crm/index.ts';
import { type ContactRow, labelOf, requireContact } from '../../people/index.ts';
import { type Action, type Connection, ConnectorError, defineAction, defineConnector } from './connector.ts';
import { pageOf } from './page-of.ts';
import { fill, Template } from './templates.ts';

const Credentials = z.strictObject({});
type Credentials = z.output<typeof Credentials>;

/** The id of the contact; the number if an event contains no id. */
const contact =
  '{{data.contactId}}{{^data.contactId}}{{data.contact.id}}{{^data.contact.id}}' +
  '{{data.contactPhone}}{{data.clientPhone}}{{data.phone}}{{data.contact.phone}}{{/data.contact.id}}{{/data.contactId}}';
const contactName = '{{data.contactName}}{{data.clientName}}{{data.name}}{{data.contact.name}}';
const Customer = Template.default(contact).describe('Phone or id of the contact; the default finds it in most events.');
const StageId = z.string().min(1).max(64).describe('Id of a pipeline stage, from the targets.');

const refuse = (message: string): ConnectorError => new ConnectorError('refused', message, { isFinal: true });

/** Pipelines, and the stages in them. */
const listTargets: NonNullable<Action<Credentials, never>['listTargets']> = async (
  { platform, workspaceId }: Connection<Credentials>,
  { targetId, cursor, limit },
) => {
  const { read } = platform.database;
  const pipelines = await listPipelines(read, workspaceId);
  if (targetId === null) {
    const targets = pipelines.map(({ id, name }) => ({ id, name, kind: 'pipeline', hasChildren: true }));
    return pageOf(targets, cursor, limit);
  }
  if (!pipelines.some(({ id }) => id === targetId)) return null;
  const stages = await listStages(read, workspaceId, targetId);
  return pageOf(
    stages.map(({ id, name }) => ({ id, name, kind: 'stage', hasChildren: false })),
    cursor,
    limit,
  );
};

/** The contact that a filled template names by id or number; a new number creates one. */
const findCustomer = (work: Work, text: unknown, name: string | null = null): Promise<ContactRow> => {
  const named = String(text);
  const reference = named.startsWith('ct_') ? { contactId: named } : { phone: named };
  return requireContact(work, reference, 'contactPhone', name);
};

const CardConfig = z.strictObject({
  stageId: StageId,
  title: Template.min(1),
  contactPhone: Customer,
  contactName: Template.default(contactName),
  value: Template.default('').describe('Money, such as {{data.total}}.'),
});
const longestTitle = 200;

const addCard = defineAction<Credentials, z.output<typeof CardConfig>>({
  key: 'create_card',
  name: 'Create a card',
  config: CardConfig,
  targetOf: ({ stageId }) => stageId,
  fill: ({ stageId, ...texts }, event) => ({
    stageId,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, event).trim()])),
  }),
  listTargets,
  run:
    async ({ filled }) =>
    async (work) => {
      const stage = await findCrmStage(work.db, work.workspace.id, String(filled.stageId));
      if (!stage) throw refuse('The stage was deleted');
      const value = filled.value === '' ? null : Amount.safeParse(Number(filled.value));
      if (value?.error) throw refuse(`"${filled.value}" is not an amount of money`);
      const name = String(filled.contactName).slice(0, longestTitle) || null;
      const customer = filled.contactPhone === '' ? null : await findCustomer(work, filled.contactPhone, name);
      const card = await createCard(work, {
        pipelineId: stage.pipeline_id,
        stageId: stage.id,
        title: String(filled.title).slice(0, longestTitle) || 'Card',
        value: value?.data ?? null,
        contactName: name,
        contactId: customer?.id ?? null,
      });
      return { request: `Card "${card.title}" in ${stage.name}`, response: card.id, reference: card.id };
    },
});

const MoveConfig = z.strictObject({ stageId: StageId, contactPhone: Customer });

const moveCardOfContact = defineAction<Credentials, z.output<typeof MoveConfig>>({
  key: 'move_card',
  name: "Move the contact's card to a stage",
  config: MoveConfig,
  targetOf: ({ stageId }) => stageId,
  fill: ({ stageId, contactPhone }, event) => ({ stageId, contactPhone: fill(contactPhone, event).trim() }),
  listTargets,
  run:
    async ({ filled }) =>
    async (work) => {
      const stage = await findCrmStage(work.db, work.workspace.id, String(filled.stageId));
      if (!stage) throw refuse('The stage was deleted');
      const customer = await findCustomer(work, filled.contactPhone);
      const card = await findCardOfContact(work.db, work.workspace.id, stage.pipeline_id, customer.id);
      if (!card) throw refuse(`${labelOf(customer)} has no card in the pipeline`);
      if (card.stage_id !== stage.id) await moveCard(work, card.id, { toStageId: stage.id });
      return { request: `Card "${card.title}" to ${stage.name}`, response: card.id, reference: card.id };
    },
});

const TagConfig = z.strictObject({ tag: z.string().trim().min(1).max(50), contactPhone: Customer });

const tagContact = defineAction<Credentials, z.output<typeof TagConfig>>({
  key: 'tag_contact',
  name: 'Tag the contact',
  config: TagConfig,
  targetOf: ({ tag }) => tag,
  fill: ({ tag, contactPhone }, event) => ({
    tag,
    contactPhone: fill(contactPhone, event).trim(),
    contactName: fill(contactName, event).trim(),
  }),
  run:
    async ({ filled }) =>
    async (work) => {
      const customer = await findCustomer(work, filled.contactPhone, String(filled.contactName) || null);
      const tagId = await ensureTag(work, String(filled.tag));
      await addTags(work, [{ seq: customer.seq, tagId }]);
      return { request: `Tag "${filled.tag}" on ${labelOf(customer)}`, response: 'tagged', reference: customer.id };
    },
});

/** Acts in the transaction that marks the job done: exactly once. */
export const crm = defineConnector<Credentials>({
  key: 'crm',
  name: 'CRM of this shop',
  credentials: Credentials,
  secrets: [],
  isInternal: true,
  actions: [addCard, moveCardOfContact, tagContact],
  check: async () => null,
});
