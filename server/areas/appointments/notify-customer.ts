import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import { fill } from '../../platform/text/fill.ts';
import type { Language } from '../../platform/text/languages.ts';
import type { Actor } from '../../platform/work/work.ts';
import { findAgent } from '../agents/index.ts';
import { defineNotices, type Notification, notifyContact } from '../inbox/index.ts';
import type { Appointment, AppointmentStatus } from './schemas.ts';
import { findAppointment, updateAppointment } from './store.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { AppointmentWords } from './words.schemas.ts';

/** The kind of message: the appointment's status, or a reminder. */
type Occasion = AppointmentStatus | 'REMINDER';

const words: Record<Language, AppointmentWords> = { pt, en, es };
const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' };

/**
 * Notifies the customer of an appointment in the agent's language, with times in the workspace's zone. Idempotent by
 * `idempotencyKey`. Never throws. Returns SKIPPED without a customer, and WAITING while an assistant's
 * entries are unconfirmed (see `resumeAppointment`).
 */
export async function notifyCustomer(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  notice: { appointment: Appointment; occasion: Occasion; idempotencyKey: string },
): Promise<Notification> {
  const { appointment, occasion, idempotencyKey } = notice;
  if (appointment.unconfirmed) return { status: 'WAITING', reason: 'unconfirmed', messageId: null };
  const { contactId } = appointment;
  if (contactId === null) return { status: 'SKIPPED', reason: 'no_contact', messageId: null };
  const agent = await findAgent(platform.database.read, workspace.id, appointment.aiAgentId);
  const language = agent?.language ?? workspace.language;
  const when = new Intl.DateTimeFormat(locales[language], {
    timeZone: workspace.timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(appointment.startTime));
  const text = fill(words[language].notices[occasion], { title: appointment.title, when });
  return notifyContact(platform, workspace, actor, { contactId, text, author: 'SYSTEM', idempotencyKey });
}

export const appointmentNotices = defineNotices<Appointment>({
  kind: 'appointment',
  find: findAppointment,
  notify(platform, workspace, actor, appointment) {
    const idempotencyKey = `appointment:${appointment.id}:${appointment.updatedAt}`;
    return notifyCustomer(platform, workspace, actor, { appointment, occasion: appointment.status, idempotencyKey });
  },
  update: updateAppointment,
});
