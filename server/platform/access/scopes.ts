/** Permissions of a key; each operation requires exactly one (specification, section 5). */
export const scopes = [
  'conversations.read',
  'conversations.write',
  'conversation_stages.write',
  'library.read',
  'library.write',
  'agents.read',
  'agents.write',
  'agents.lifecycle',
  'catalog.read',
  'catalog.write',
  'knowledge.read',
  'knowledge.write',
  'flows.read',
  'flows.write',
  'flows.delete',
  'flows.publish',
  'crm.read',
  'crm.cards.write',
  'crm.structure.write',
  'analytics.read',
  'campaigns.read',
  'campaigns.write',
  'channels.read',
  'channels.write',
  'platform_catalog.read',
  'platform_catalog.write',
  'chat_templates.read',
  'chat_templates.write',
  'developers.read',
  'developers.write',
  'orders.read',
  'orders.write',
  'appointments.read',
  'appointments.write',
  'leads.read',
  'leads.write',
  'leads.export',
  'contacts.read',
  'contacts.write',
  'contacts.export',
  'contacts.import',
  'integrations.read',
  'integrations.write',
] as const;

export type Scope = (typeof scopes)[number];

/** What only people signed in at the console may call: everyone, or owners alone. No key has these. */
export type ConsoleScope = 'console' | 'owner';

/**
 * What an attendant may call of the API: the day's work with customers, and to read what it refers to. Left out is what
 * changes how the shop speaks (agents, knowledge, campaigns, templates, channels), what takes data out or in (exports,
 * imports), and what may hold credentials of other systems (flows, integrations, webhooks, the event log).
 */
export const attendantScopes: readonly Scope[] = [
  'conversations.read',
  'conversations.write',
  'library.read',
  'library.write',
  'contacts.read',
  'contacts.write',
  'orders.read',
  'orders.write',
  'appointments.read',
  'appointments.write',
  'leads.read',
  'leads.write',
  'crm.read',
  'crm.cards.write',
  'agents.read',
  'catalog.read',
  'platform_catalog.read',
  'knowledge.read',
  'campaigns.read',
  'chat_templates.read',
  'channels.read',
  'analytics.read',
];

const known = new Set<string>(['all', ...scopes]);

/** `all` grants every scope, including those of later versions. */
export const isScope = (text: string): boolean => known.has(text);
