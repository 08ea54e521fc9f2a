import { z } from 'zod';
import type { Db, Table } from '../../platform/database/database.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    assistant_settings: Table<'assistant_settings'>;
  }
}

export const AssistantSettings = z.strictObject({
  enabled: z.boolean().describe('Whether assistants may connect at all.'),
  mayWriteToCustomers: z.boolean().describe('Whether their calls may send something to a customer.'),
  mayDelete: z.boolean().describe('Whether they may delete.'),
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;

const defaults: AssistantSettings = { enabled: false, mayWriteToCustomers: false, mayDelete: false };

export async function readAssistantSettings(db: Db, workspaceId: string): Promise<AssistantSettings> {
  const row = await db
    .selectFrom('assistant_settings')
    .select('settings')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ? AssistantSettings.parse(JSON.parse(row.settings)) : defaults;
}

export async function saveAssistantSettings({ db, workspace, now }: Work, settings: AssistantSettings): Promise<void> {
  const row = { settings: JSON.stringify(settings), updated_at: now };
  await db
    .insertInto('assistant_settings')
    .values({ workspace_id: workspace.id, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute();
}
