import type { EventKind } from '../../../platform/work/events.ts';

export interface EventExample {
  data: Record<string, unknown>;
  previous?: Record<string, unknown>;
}

// One evening at a pizzeria: Ana asks, the agent answers, an order is made, paid and brought.
const at = '2026-11-21T22:15:00.000Z';
const later = '2026-11-21T22:18:30.000Z';
const times = { createdAt: at, updatedAt: later };
const ids = {
  agent: 'agent_01kamr3b6vfx8t2d9q4y7n5e0c',
  channel: 'chan_01kamr2s8ze5hbt6m0w3k9j4xd',
  conversation: 'conv_01kbmz7w2he4q8r5t9v1x3y6za',
  message: 'msg_01kbmz7w4rf0d2g6j8k1m3n5pq',
  lead: 'lead_01kbmz7xaye9s3v7w0b2c4d6fg',
  order: 'ord_01kbmzc5t1e8h3k6n9q2r4s7vw',
  appointment: 'appt_01kbmzd9x4f2g5j8m1p3r6t9wy',
  card: 'card_01kbmzef2be7k0n3q6s9v1x4za',
  pipeline: 'pipe_01kamr4d1ce3g5j7k9m2n4p6qr',
};
const contact = { phone: '+5511987654321', name: 'Ana Souza' };

const message = {
  id: ids.message,
  conversationId: ids.conversation,
  direction: 'INBOUND',
  author: 'CONTACT',
  type: 'TEXT',
  content: 'Boa noite! Uma margherita grande para entrega, por favor.',
  mediaUrl: null,
  media: null,
  template: null,
  replyToMessageId: null,
  status: 'RECEIVED',
  error: null,
  reactions: [],
  idempotencyKey: null,
  correlationId: null,
  sentAt: at,
  deliveredAt: null,
  readAt: null,
  createdAt: at,
  updatedAt: at,
};
const answer = {
  ...message,
  id: 'msg_01kbmz7z6sf3h5k8n1q4r7t0vx',
  direction: 'OUTBOUND',
  author: 'AGENT',
  content: 'Boa noite, Ana! Margherita grande sai por R$ 62,00. Confirmo o endereço de sempre?',
  status: 'SENT',
};

const conversation = {
  id: ids.conversation,
  channelId: ids.channel,
  aiAgentId: ids.agent,
  contact,
  status: 'ACTIVE',
  handoffType: null,
  assignedTo: null,
  assignedToUserId: null,
  stageId: null,
  unreadCount: 1,
  lastMessage: {
    id: message.id,
    direction: 'INBOUND',
    author: 'CONTACT',
    type: 'TEXT',
    content: message.content,
    createdAt: at,
  },
  lastMessageAt: at,
  lastInboundAt: at,
  canReply: true,
  windowExpiresAt: '2026-11-22T22:15:00.000Z',
  ...times,
};

const order = {
  id: ids.order,
  aiAgentId: ids.agent,
  clientName: contact.name,
  clientPhone: contact.phone,
  clientEmail: null,
  number: 1284,
  items: [{ name: 'Margherita grande', quantity: 1, unitPrice: 62, catalogItemId: null, notes: null }],
  total: 70,
  paymentMethod: 'PIX',
  paymentStatus: 'PENDING',
  address: 'Rua Augusta, 1200, São Paulo',
  deliveryFee: 8,
  notes: 'Sem cebola',
  status: 'AWAITING_PAYMENT',
  source: 'BOT',
  notification: null,
  ...times,
};
const paidOrder = { ...order, paymentStatus: 'PAID', status: 'PREPARING' };

const appointment = {
  id: ids.appointment,
  aiAgentId: ids.agent,
  title: 'Mesa para seis',
  startTime: '2026-11-22T23:00:00.000Z',
  endTime: '2026-11-23T01:00:00.000Z',
  status: 'CONFIRMED',
  notes: 'Perto da janela',
  source: 'BOT',
  leadId: ids.lead,
  clientName: contact.name,
  clientPhone: contact.phone,
  clientEmail: null,
  outsideBusinessHours: false,
  notification: null,
  ...times,
};

const card = {
  id: ids.card,
  pipelineId: ids.pipeline,
  stageId: 'stage_01kamr4e5df8h0k2m4n6p8q1rs',
  title: 'Festa da empresa, 40 pizzas',
  value: 2480,
  contactPhone: contact.phone,
  contactName: contact.name,
  conversationId: ids.conversation,
  leadId: ids.lead,
  source: 'AGENT',
  commentCount: 0,
  stageEnteredAt: at,
  ...times,
};

const bot = {
  id: ids.agent,
  name: 'Bella',
  agentType: 'STANDARD',
  description: 'Atende os clientes da Pizzaria Bella Napoli',
  language: 'pt',
  tone: 'Simpática e breve',
  greetingMessage: 'Olá! Aqui é a Bella, da Bella Napoli.',
  fallbackMessage: 'Vou chamar alguém da equipe.',
  outOfHoursMessage: 'Abrimos às 18h.',
  businessHours: null,
  services: [],
  rules: [],
  behavior: {
    debounceMs: 3000,
    maxRepliesPerHour: 30,
    handoffKeywords: ['atendente'],
    handoffAfterMisses: 2,
    answerThreshold: 0.5,
    topK: 4,
    appointmentReminderMinutes: 60,
    model: null,
    temperature: 0.2,
  },
  functionKey: null,
  templateId: null,
  faqs: [],
  status: 'DRAFT',
  hasUntestedChanges: true,
  ...times,
};

const quota = { kind: 'messagesPerMonth', period: '2026-11', limit: 5000 };

/** What each kind carries: the resource as the API shows it, and what it was before where that matters. */
export const eventExamples: Record<EventKind, EventExample> = {
  'message.received': { data: message },
  'message.sent': { data: answer },
  'message.status': { data: { ...answer, status: 'DELIVERED', deliveredAt: later }, previous: { status: 'SENT' } },
  'conversation.created': { data: conversation },
  'conversation.status.changed': { data: { ...conversation, status: 'RESOLVED' }, previous: { status: 'ACTIVE' } },
  'conversation.resolved': { data: { ...conversation, status: 'RESOLVED' }, previous: { status: 'ACTIVE' } },
  'conversation.escalated': {
    data: { ...conversation, status: 'HANDED_OFF', handoffType: 'CUSTOMER_REQUEST', assignedTo: 'Marco' },
    previous: { status: 'ACTIVE' },
  },
  'lead.captured': {
    data: {
      id: ids.lead,
      aiAgentId: ids.agent,
      phone: contact.phone,
      name: contact.name,
      email: 'ana.souza@example.com',
      address: order.address,
      tags: ['delivery'],
      data: { favourite: 'Margherita' },
      ...times,
    },
  },
  'order.created': { data: order },
  'order.updated': {
    data: { ...paidOrder, status: 'OUT_FOR_DELIVERY' },
    previous: { status: 'PREPARING' },
  },
  'order.deleted': { data: order },
  'appointment.created': { data: appointment },
  'appointment.updated': {
    data: { ...appointment, startTime: '2026-11-22T23:30:00.000Z' },
    previous: { startTime: appointment.startTime },
  },
  'appointment.deleted': { data: appointment },
  'crm.card.created': { data: card },
  'crm.card.moved': { data: card, previous: { stageId: 'stage_01kamr4e2xe6g9j1k3m5n7p0qt' } },
  'crm.card.updated': { data: card, previous: { value: 1860 } },
  'crm.card.deleted': { data: card },
  'bot.created': { data: bot },
  'bot.deleted': { data: bot },
  'channel.connected': {
    data: {
      id: ids.channel,
      name: 'Pizzaria Bella Napoli',
      provider: '<QR_PROVIDER>',
      driver: 'live',
      status: 'CONNECTED',
      statusReason: null,
      phoneNumber: '+551133334444',
      aiAgentId: ids.agent,
      connectedAt: at,
      lastInboundAt: null,
      deactivatedAt: null,
      ...times,
    },
  },
  'catalog.synced': {
    data: {
      id: 'sync_01kbmzk1q8e5g7j9m2n4p6r8st',
      channelId: ids.channel,
      catalogId: '1029384756',
      sourceAiAgentId: ids.agent,
      status: 'SUCCEEDED',
      progress: 100,
      total: 42,
      created: 3,
      updated: 7,
      unchanged: 32,
      failed: 0,
      errors: [],
      error: null,
      startedAt: at,
      finishedAt: later,
      ...times,
    },
  },
  'quota.warning': { data: { ...quota, used: 4000 } },
  'quota.exceeded': { data: { ...quota, used: 5000 } },
  'trial.started': { data: { workspaceId: 'ws_01kamr1a0be2d4f6g8h0j2k4mn', trialEndsAt: '2026-12-05T22:15:00.000Z' } },
  'trial.locked': { data: { workspaceId: 'ws_01kamr1a0be2d4f6g8h0j2k4mn', trialEndsAt: at } },
  'payment.succeeded': { data: paidOrder, previous: { paymentStatus: 'PENDING' } },
  'payment.failed': { data: { ...order, status: 'CANCELLED' } },
};
