/** Kinds of things named by the path parameters of console operations, by the preceding segment. */
const bySegment: Record<string, string> = {
  agents: 'agent',
  appointments: 'appointment',
  backups: 'backup',
  campaigns: 'campaign',
  contacts: 'contact',
  conversations: 'conversation',
  flows: 'flow',
  joins: 'contactJoin',
  keys: 'key',
  orders: 'order',
  outbound: 'outbound',
  people: 'person',
  'pipeline-cards': 'card',
  'pipeline-stages': 'stage',
  pipelines: 'pipeline',
  runs: 'flowRun',
  sessions: 'session',
  'set-aside': 'setAside',
  spares: 'spare',
  unanswered: 'question',
  versions: 'flowVersion',
  views: 'contactView',
};

/** Kinds by name of a body or query field. */
const byField: Record<string, string> = {
  aiAgentId: 'agent',
  exceptId: 'appointment',
  faqId: 'faq',
  flowId: 'flow',
  ids: 'contact',
  keep: 'contact',
  merge: 'contact',
  mutedChannelIds: 'channel',
  questionId: 'question',
  workspaceId: 'workspace',
};

/** Fields whose kind depends on the operation. */
const byOperation: Record<string, Record<string, string>> = {
  'POST /owner/contacts/tags': { id: 'contact' },
};

/** Returns the kind of the path parameter after a segment. Throws for an unknown segment. */
export function ownerKindOfSegment(route: string, segment: string): string {
  const kind = route.includes('/{phone}') ? 'phone' : bySegment[segment];
  if (!kind) throw new Error(`${route}: the kind after ${segment} is missing in ${import.meta.filename}`);
  return kind;
}

/** Returns the kind named by a body or query field; null for none. */
export const ownerKindOfField = (route: string, name: string): string | null =>
  byOperation[route]?.[name] ?? byField[name] ?? null;
