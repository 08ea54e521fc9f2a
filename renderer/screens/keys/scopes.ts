/** Scopes of one area: `crm.cards.write` is the action `cards.write` of `crm`. */
export interface ScopeArea {
  area: string;
  read: string | null;
  write: string | null;
  /** Scopes other than `read` and `write` of the whole area. */
  more: string[];
}

/** Groups scopes by area in the server's order. */
export function groupScopes(scopes: string[]): ScopeArea[] {
  const areas = Map.groupBy(scopes, (scope) => scope.slice(0, scope.indexOf('.')));
  return [...areas].map(([area, ofArea]) => ({
    area,
    read: ofArea.find((scope) => scope === `${area}.read`) ?? null,
    write: ofArea.find((scope) => scope === `${area}.write`) ?? null,
    more: ofArea.filter((scope) => scope !== `${area}.read` && scope !== `${area}.write`),
  }));
}

/** Translation key of a scope's action. */
export const actionOf = (scope: string): string => scope.slice(scope.indexOf('.') + 1).replaceAll('.', '_');

/** Harmless request that a key with this scope can send. */
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

/** Example call that shows that the key works; fetches the OpenAPI document if the key can read nothing. */
export function exampleCall(baseUrl: string, key: string, scopes: string[]): string {
  const granted = scopes.includes('all') ? ['conversations.read'] : scopes;
  const path = granted.map((scope) => tryPaths[scope]).find((found) => found !== undefined) ?? '/api/openapi.json';
  return `curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`;
}
