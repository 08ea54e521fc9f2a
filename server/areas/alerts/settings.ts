import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db, Table } from '../../platform/database/database.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    alert_settings: Table<'alert_settings'>;
  }
}

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');
const mostChannels = 100;

export const AlertSettings = z.strictObject({
  mutedChannelIds: z.array(z.string().max(64)).max(mostChannels).describe('Channels whose customers alert nobody.'),
  quietHours: z
    .strictObject({ from: Time, to: Time })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from `from`' })
    .nullable()
    .describe('Nobody is alerted from `from` to `to`, in the time zone of the workspace; `to` may be on the next day.'),
  overdueMinutes: z.int().min(1).max(1_440).nullable().describe('A wait of so many minutes calls everybody.'),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

const defaults: AlertSettings = { mutedChannelIds: [], quietHours: null, overdueMinutes: 10 };

export async function readAlertSettings(db: Db, workspaceId: string): Promise<AlertSettings> {
  const row = await db
    .selectFrom('alert_settings')
    .select('settings')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ? AlertSettings.parse(JSON.parse(row.settings)) : defaults;
}

export async function saveAlertSettings({ db, workspace, now }: Work, settings: AlertSettings): Promise<void> {
  const row = { settings: JSON.stringify(settings), updated_at: now };
  await db
    .insertInto('alert_settings')
    .values({ workspace_id: workspace.id, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute();
}

/** Whether the customers of a channel alert anybody at a moment (UTC text). */
export function isWanted(settings: AlertSettings, workspace: Workspace, channelId: string, now: string): boolean {
  return !settings.mutedChannelIds.includes(channelId) && !isQuiet(settings.quietHours, workspace.timezone, now);
}

function isQuiet(hours: AlertSettings['quietHours'], timezone: string, now: string): boolean {
  if (hours === null) return false;
  const time = Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainTime().toString().slice(0, 5);
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}
