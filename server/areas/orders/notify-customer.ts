import type { Language, Workspace } from '../../platform/access/workspaces.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor } from '../../platform/work/work.ts';
import { findAgent } from '../agents/index.ts';
import { type Notification, notifyContact } from '../inbox/index.ts';
import type { Order, OrderStatus } from './schemas.ts';

const greetings: Record<Language, (name: string, number: number) => string> = {
  pt: (name, number) => `Olá, ${name}! Seu pedido nº ${number}`,
  en: (name, number) => `Hello, ${name}! Your order no. ${number}`,
  es: (name, number) => `¡Hola, ${name}! Tu pedido n.º ${number}`,
};

const news: Record<Language, Record<OrderStatus, string>> = {
  pt: {
    AWAITING_PAYMENT: 'está aguardando o pagamento.',
    PREPARING: 'está sendo preparado.',
    READY_FOR_PICKUP: 'está pronto para retirada.',
    OUT_FOR_DELIVERY: 'saiu para entrega.',
    COMPLETED: 'foi concluído. Obrigado pela preferência!',
    CANCELLED: 'foi cancelado.',
  },
  en: {
    AWAITING_PAYMENT: 'is waiting for payment.',
    PREPARING: 'is being prepared.',
    READY_FOR_PICKUP: 'is ready for pickup.',
    OUT_FOR_DELIVERY: 'is out for delivery.',
    COMPLETED: 'is completed. Thank you!',
    CANCELLED: 'has been cancelled.',
  },
  es: {
    AWAITING_PAYMENT: 'está pendiente de pago.',
    PREPARING: 'se está preparando.',
    READY_FOR_PICKUP: 'está listo para recoger.',
    OUT_FOR_DELIVERY: 'está en camino.',
    COMPLETED: 'se ha completado. ¡Gracias!',
    CANCELLED: 'ha sido cancelado.',
  },
};

/** Notifies the customer of the order's status in the agent's language. Never throws. */
export async function notifyCustomer(
  platform: Platform,
  workspace: Workspace,
  actor: Actor,
  order: Order,
): Promise<Notification> {
  const agent = await findAgent(platform.database.read, workspace.id, order.aiAgentId);
  const language = agent?.language ?? workspace.language;
  const text = `${greetings[language](order.clientName, order.number)} ${news[language][order.status]}`;
  const idempotencyKey = `order:${order.id}:${order.updatedAt}`;
  return notifyContact(platform, workspace, actor, {
    phone: order.clientPhone,
    text,
    author: 'SYSTEM',
    idempotencyKey,
  });
}
