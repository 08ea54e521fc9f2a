/** The scopes of one area: `crm.cards.write` is the action `cards.write` of `crm`. */
export interface ScopeArea {
  area: string;
  read: string | null;
  write: string | null;
  /** What is neither reading nor changing as a whole. */
  more: string[];
}

/** Sorts scopes by their area, in the order in which the server lists them. */
export function groupScopes(scopes: string[]): ScopeArea[] {
  const areas = Map.groupBy(scopes, (scope) => scope.slice(0, scope.indexOf('.')));
  return [...areas].map(([area, ofArea]) => ({
    area,
    read: ofArea.find((scope) => scope === `${area}.read`) ?? null,
    write: ofArea.find((scope) => scope === `${area}.write`) ?? null,
    more: ofArea.filter((scope) => scope !== `${area}.read` && scope !== `${area}.write`),
  }));
}

/** The key of the word for what a scope lets do. */
export const actionOf = (scope: string): string => scope.slice(scope.indexOf('.') + 1).replaceAll('.', '_');

/** Something harmless that a key with this scope can ask for. */
const tryPaths: Record<string, string> = {
  'conversations.read': '/api/conversations?limit=5',
  'library.read': '/api/quick-replies',
  'agents.read': '/api/ai-agents',
  'knowledge.read': '/api/knowledge-bases',
  'flows.read': '/api/flows',
  'crm.read': '/api/crm/pipelines',
  'campaigns.read': '/api/marketing-campaigns',
  'channels.read': '/api/channels',
  'orders.read': '/api/orders',
  'appointments.read': '/api/appointments',
  'leads.read': '/api/leads',
  'contacts.read': '/api/contacts',
  'developers.read': '/api/developers/webhooks',
  'integrations.read': '/api/integrations',
};

/** A call that shows that the key works; the API's description where nothing may be read. */
export function exampleCall(baseUrl: string, key: string, scopes: string[]): string {
  const granted = scopes.includes('all') ? ['conversations.read'] : scopes;
  const path = granted.map((scope) => tryPaths[scope]).find((found) => found !== undefined) ?? '/api/openapi.json';
  return `curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`;
}
