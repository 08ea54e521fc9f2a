import { listWorkspaces } from '../../platform/access/workspaces.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { systemActor, type Work } from '../../platform/work/work.ts';
import { type ConversationRow, type LastMessage, listWaitingBetween } from '../inbox/index.ts';
import { type Alert, alertRaised } from './events.ts';
import { isWanted, readAlertSettings } from './settings.ts';

const longestText = 140;
/** A wait that became overdue longer ago is no news: the server did not run. */
const newsForMs = 15 * minuteMs;
const mostRemembered = 10_000;

/** Raises an alert for a wait that begins. */
export async function raiseWaiting(work: Work, conversation: ConversationRow): Promise<void> {
  const settings = await readAlertSettings(work.db, work.workspace.id);
  if (!isWanted(settings, work.workspace, conversation.channel_id, work.now)) return;
  await work.emit(alertRaised, toAlert(conversation, 'waiting'));
}

/** Raises an alert for each wait that has become overdue since the last call. */
export async function raiseOverdue(platform: Platform): Promise<void> {
  const { told } = platform.services.alerts;
  for (const { id } of await listWorkspaces(platform.database.read)) {
    await platform.workFor(id, systemActor, async (work) => {
      const settings = await readAlertSettings(work.db, id);
      if (settings.overdueMinutes === null) return;
      const before = Date.parse(work.now) - settings.overdueMinutes * minuteMs;
      const range = { from: new Date(before - newsForMs).toISOString(), to: new Date(before).toISOString() };
      for (const conversation of await listWaitingBetween(work.db, id, range)) {
        const alert = toAlert(conversation, 'overdue');
        if (told.has(alert.key) || !isWanted(settings, work.workspace, conversation.channel_id, work.now)) continue;
        if (told.size >= mostRemembered) told.clear();
        told.add(alert.key);
        await work.emit(alertRaised, alert);
      }
    });
  }
}

function toAlert(row: ConversationRow, kind: Alert['kind']): Alert {
  const since = row.waiting_since ?? '';
  const last = row.last_message === null ? null : (JSON.parse(row.last_message) as LastMessage);
  const words = last?.type === 'LOCATION' ? null : last?.content;
  return {
    key: `${row.id} ${since} ${kind}`,
    kind,
    conversationId: row.id,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      phone: row.contact_phone,
      username: row.contact_username,
    },
    text: [...(words ?? '')].slice(0, longestText).join(''),
    notice: last?.notice ?? null,
    waitingSince: since,
    assignedToUserId: kind === 'overdue' ? null : row.assigned_to_user_id,
  };
}
