import type { Generated, Insertable, Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../platform/database/database.ts';
import { deleteRows, findRow, insertRow, updateRows } from '../../platform/database/workspace-rows.ts';
import { BehaviorDraft } from './configuration/configuration.schemas.ts';
import { type FaqRow, listFaqs, toFaq } from './configuration/faqs.store.ts';
import type { Agent, AgentStatus } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    ai_agents: Table<
      'ai_agents',
      {
        agent_type: Agent['agentType'];
        language: Agent['language'];
        status: AgentStatus;
        has_untested_changes: 0 | 1;
        has_unpublished_changes: Generated<0 | 1>;
      }
    >;
  }
}

const toAgent = (row: Row<'ai_agents'>, faqs: FaqRow[]): Agent => ({
  id: row.id,
  name: row.name,
  agentType: row.agent_type,
  description: row.description,
  language: row.language,
  tone: row.tone,
  greetingMessage: row.greeting_message,
  fallbackMessage: row.fallback_message,
  outOfHoursMessage: row.out_of_hours_message,
  businessHours: row.business_hours === null ? null : JSON.parse(row.business_hours),
  services: JSON.parse(row.services),
  rules: JSON.parse(row.rules),
  behavior: BehaviorDraft.parse(JSON.parse(row.behavior)),
  functionKey: row.function_key,
  templateId: row.template_id,
  faqs: faqs.map(toFaq),
  status: row.status,
  hasUntestedChanges: row.has_untested_changes === 1,
  hasUnpublishedChanges: row.status === 'PUBLISHED' && row.has_unpublished_changes === 1,
  version: 'draft',
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Columns of the given fields. */
function toColumns(fields: Partial<Omit<Agent, 'faqs'>>): Updateable<Tables['ai_agents']> {
  const columns: Updateable<Tables['ai_agents']> = {
    name: fields.name,
    agent_type: fields.agentType,
    description: fields.description,
    language: fields.language,
    tone: fields.tone,
    greeting_message: fields.greetingMessage,
    fallback_message: fields.fallbackMessage,
    out_of_hours_message: fields.outOfHoursMessage,
    business_hours: fields.businessHours === null ? null : toJson(fields.businessHours),
    services: toJson(fields.services),
    rules: toJson(fields.rules),
    behavior: toJson(fields.behavior),
    function_key: fields.functionKey,
    template_id: fields.templateId,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const toJson = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

export async function agentExists(db: Db, workspaceId: string, id: string): Promise<boolean> {
  return (await findRow(db, 'ai_agents', workspaceId, id)) !== null;
}

export async function findAgent(db: Db, workspaceId: string, id: string): Promise<Agent | null> {
  const row = await findRow(db, 'ai_agents', workspaceId, id);
  return row ? toAgent(row, await listFaqs(db, workspaceId, [row.id])) : null;
}

/** The archived agents or the others, oldest first. */
export async function listAgents(db: Db, workspaceId: string, { archived }: { archived: boolean }): Promise<Agent[]> {
  const rows = await db
    .selectFrom('ai_agents')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', archived ? '=' : '!=', 'ARCHIVED')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const faqs = await listFaqs(
    db,
    workspaceId,
    rows.map((row) => row.id),
  );
  const byAgent = Map.groupBy(faqs, (faq) => faq.agent_id);
  return rows.map((row) => toAgent(row, byAgent.get(row.id) ?? []));
}

/** Inserts an agent; absent fields get their default. */
export async function insertAgent(
  db: Db,
  workspaceId: string,
  agent: Partial<Omit<Agent, 'faqs'>> & { id: string },
  now: string,
): Promise<void> {
  const blank = { services: '[]', rules: '[]', behavior: '{}', status: 'DRAFT' as const };
  await insertRow(db, 'ai_agents', {
    ...blank,
    ...(toColumns(agent) as Insertable<Tables['ai_agents']>),
    id: agent.id,
    workspace_id: workspaceId,
    has_untested_changes: 1,
    created_at: now,
    updated_at: now,
  });
}

/** Changes the configuration, which is untested and unpublished then. */
export const updateAgent = (
  db: Db,
  workspaceId: string,
  id: string,
  fields: Partial<Omit<Agent, 'faqs'>>,
  now: string,
): Promise<void> =>
  updateRows(db, 'ai_agents', workspaceId, { id }, { ...toColumns(fields), ...edited, updated_at: now });

const edited = { has_untested_changes: 1, has_unpublished_changes: 1 } as const;

/** Marks the agent as untested and unpublished after a change of its FAQs or items. */
export const markEdited = (db: Db, workspaceId: string, id: string, now: string): Promise<void> =>
  updateRows(db, 'ai_agents', workspaceId, { id }, { ...edited, updated_at: now });

/** Marks agents as untested after a change of their knowledge, which is published by itself. */
export async function touchAgents(db: Db, workspaceId: string, ids: string[], now: string): Promise<void> {
  await db
    .updateTable('ai_agents')
    .set({ has_untested_changes: 1, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
}

export const markTested = (db: Db, workspaceId: string, id: string): Promise<void> =>
  updateRows(db, 'ai_agents', workspaceId, { id }, { has_untested_changes: 0 });

export const markPublished = (db: Db, workspaceId: string, id: string): Promise<void> =>
  updateRows(db, 'ai_agents', workspaceId, { id }, { has_unpublished_changes: 0 });

export const setStatus = (db: Db, workspaceId: string, id: string, status: AgentStatus, now: string): Promise<void> =>
  updateRows(db, 'ai_agents', workspaceId, { id }, { status, updated_at: now });

export const deleteAgentRow = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'ai_agents', workspaceId, { id });
