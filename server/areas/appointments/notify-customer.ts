import type { Language, Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor } from '../../platform/work/work.ts';
import { findAgent } from '../agents/index.ts';
import { type Notification, notifyContact } from '../inbox/index.ts';
import type { Appointment, AppointmentStatus } from './schemas.ts';

/** The kind of message: the appointment's status, or a reminder. */
type Occasion = AppointmentStatus | 'REMINDER';

const texts: Record<Language, Record<Occasion, (title: string, when: string) => string>> = {
  pt: {
    PENDING: (title, when) => `Seu horário de ${title} está reservado para ${when} e aguarda confirmação.`,
    CONFIRMED: (title, when) => `Seu horário de ${title} está confirmado para ${when}.`,
    CANCELLED: (title, when) => `Seu horário de ${title} de ${when} foi cancelado.`,
    COMPLETED: (title) => `Seu atendimento de ${title} foi concluído. Obrigado pela visita!`,
    REMINDER: (title, when) => `Lembrete: seu horário de ${title} é ${when}.`,
  },
  en: {
    PENDING: (title, when) => `Your appointment for ${title} is booked for ${when} and awaits confirmation.`,
    CONFIRMED: (title, when) => `Your appointment for ${title} is confirmed for ${when}.`,
    CANCELLED: (title, when) => `Your appointment for ${title} on ${when} has been cancelled.`,
    COMPLETED: (title) => `Your appointment for ${title} is completed. Thank you for your visit!`,
    REMINDER: (title, when) => `Reminder: your appointment for ${title} is on ${when}.`,
  },
  es: {
    PENDING: (title, when) => `Tu cita de ${title} está reservada para el ${when} y espera confirmación.`,
    CONFIRMED: (title, when) => `Tu cita de ${title} está confirmada para el ${when}.`,
    CANCELLED: (title, when) => `Tu cita de ${title} del ${when} ha sido cancelada.`,
    COMPLETED: (title) => `Tu cita de ${title} se ha completado. ¡Gracias por tu visita!`,
    REMINDER: (title, when) => `Recordatorio: tu cita de ${title} es el ${when}.`,
  },
};

const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' };

/**
 * Notifies the customer of an appointment in the agent's language, with times in the workspace's zone. Idempotent by
 * `idempotencyKey`. Never throws; a customer without a number is SKIPPED.
 */
export async function notifyCustomer(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  notice: { appointment: Appointment; occasion: Occasion; idempotencyKey: string },
): Promise<Notification> {
  const { appointment, occasion, idempotencyKey } = notice;
  const phone = appointment.clientPhone;
  if (phone === null) return { status: 'SKIPPED', reason: 'no_phone', messageId: null };
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
  const text = texts[language][occasion](appointment.title, when);
  return notifyContact(platform, workspace, actor, { phone, text, author: 'SYSTEM', idempotencyKey });
}
