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

const known = new Set<string>(['all', ...scopes]);

/** `all` grants every scope, including those of later versions. */
export const isScope = (text: string): boolean => known.has(text);
