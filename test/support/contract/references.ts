import type { Kind } from '../shop/one-of-everything.ts';
import { alternatives, bodySchema, describedAt, implemented, type Schema } from './contract.ts';
import { sampleBody, sampleOf } from './sample-body.ts';

/** A position of a request that contains an identifier. */
export interface Slot {
  in: 'path' | 'query' | 'body';
  /** The parameter's name, or the path of the field: `['items', 0, 'catalogItemId']`. */
  at: (string | number)[];
  kind: Kind;
  isRequired: boolean;
}

/** Kinds by the path segment before a parameter. */
const bySegment: Record<string, Kind> = {
  'ai-agents': 'agent',
  appointments: 'appointment',
  bindings: 'binding',
  cards: 'card',
  'catalog-items': 'item',
  channels: 'channel',
  'chat-templates': 'template',
  contacts: 'phone',
  'conversation-stages': 'conversationStage',
  conversations: 'conversation',
  deliveries: 'delivery',
  faq: 'faq',
  flows: 'flow',
  integrations: 'installation',
  knowledge: 'agentSource',
  'knowledge-bases': 'base',
  leads: 'lead',
  logs: 'log',
  'marketing-campaigns': 'campaign',
  'media-library': 'mediaFile',
  messages: 'message',
  notes: 'note',
  orders: 'order',
  phones: 'phone',
  pipelines: 'pipeline',
  'platform-catalog-syncs': 'catalogSync',
  'quick-replies': 'quickReply',
  reassign: 'otherAgent',
  sources: 'baseSource',
  stages: 'stage',
  'sync-jobs': 'syncJob',
  templates: 'templateName',
  webhooks: 'endpoint',
};

/** Kinds by the name of a body or query field. */
const byField: Record<string, Kind> = {
  afterCardId: 'card',
  agentId: 'agent',
  agentIds: 'agent',
  aiAgentId: 'agent',
  baseIds: 'base',
  beforeCardId: 'card',
  bindingId: 'binding',
  catalogId: 'catalog',
  catalogItemId: 'item',
  channelId: 'channel',
  channelTemplateId: 'template',
  contactId: 'contact',
  conversationId: 'conversation',
  endpointId: 'endpoint',
  fileIds: 'mediaFile',
  imageUrl: 'mediaUrl',
  installationId: 'installation',
  leadId: 'lead',
  mediaId: 'simulatedMedia',
  mediaUrl: 'mediaUrl',
  moveCardsTo: 'stage',
  orderedIds: 'faq',
  pipelineId: 'pipeline',
  providerMessageId: 'providerMessage',
  replyTo: 'providerMessage',
  replyToMessageId: 'message',
  sourceAiAgentId: 'agent',
  stageId: 'stage',
  stageIds: 'stage',
  targetId: 'pipeline',
  toStageId: 'stage',
  webhookId: 'endpoint',
};

/** Fields that look like identifiers but name nothing of a workspace, each with its meaning. */
const namesNothing: Record<string, string> = {
  appId: 'of the vendor',
  appSecret: 'a secret',
  assignedToUserId: 'free text of the caller',
  businessId: 'of the vendor',
  clickId: 'of the vendor',
  correlationId: 'free text of the caller',
  phoneNumberId: 'of the vendor',
  stepId: 'of the same flow',
  templateId: 'of what we ship',
  wabaId: 'of the vendor',
};

/** Kinds that differ by the operation. */
function kindFor(route: string, kind: Kind): Kind {
  if (kind === 'channel' && /chat-templates|platform|credentials|verification|campaigns|\/templates/.test(route)) {
    return 'cloudChannel';
  }
  // The other agent stays after the first was deleted and handed over its conversations.
  if (route === 'DELETE /api/ai-agents/{id}') return 'otherAgent';
  return kind === 'stage' && route.includes('/api/conversations') ? 'conversationStage' : kind;
}

/** Returns every position of an operation that names a resource of a workspace. Throws for an unknown name. */
export function slotsOf(route: string): Slot[] {
  const operation = implemented.get(route);
  if (!operation) throw new Error(`${route} is not served`);
  const described = describedAt(route);
  const inPath = [...operation.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map((match): Slot => {
    return { in: 'path', at: [match[2] as string], kind: kindOfSegment(route, match[1] as string), isRequired: true };
  });
  const inQuery = (described.parameters ?? []).flatMap(({ in: place, name, required = false }): Slot[] => {
    const kind = place === 'query' ? kindOfField(route, name) : null;
    return kind ? [{ in: 'query', at: [name], kind, isRequired: required }] : [];
  });
  const schema = bodySchema(described);
  return [...inPath, ...inQuery, ...(schema ? slotsIn(route, schema, []) : []), ...(hidden[route] ?? [])];
}

/** Positions in the sample flow (see `sample-body.ts`). */
const flowSteps: Slot[] = [
  { in: 'body', at: ['steps', 0, 'config', 'mediaUrl'], kind: 'mediaUrl', isRequired: false },
  { in: 'body', at: ['steps', 1, 'config', 'stageId'], kind: 'conversationStage', isRequired: true },
  { in: 'body', at: ['steps', 2, 'config', 'pipelineId'], kind: 'pipeline', isRequired: true },
  { in: 'body', at: ['steps', 2, 'config', 'stageId'], kind: 'stage', isRequired: true },
];
const cardStage: Slot = { in: 'body', at: ['config', 'stageId'], kind: 'stage', isRequired: true };

/** Positions that the document does not reveal, since their content depends on the connector or step. */
const hidden: Record<string, Slot[]> = {
  'POST /api/flows': flowSteps,
  'PATCH /api/flows/{id}': flowSteps,
  'POST /api/integrations': [{ in: 'body', at: ['credentials', 'aiAgentId'], kind: 'agent', isRequired: true }],
  'POST /api/integrations/bindings': [cardStage],
  'POST /api/integrations/bindings/preview': [cardStage],
};

/** Returns the kind of the path parameter after a segment. Throws for an unknown segment. */
export function kindOfSegment(route: string, segment: string): Kind {
  const kind = bySegment[segment];
  if (!kind) throw new Error(`${route}: what does the parameter behind ${segment} name?`);
  return kindFor(route, kind);
}

/** Returns the kind named by a body or query field; null for none. Throws for an unknown id field. */
export function kindOfField(route: string, name: string): Kind | null {
  const kind = byField[name];
  if (kind) return kindFor(route, kind);
  if (/Ids?$/.test(name) && !(name in namesNothing)) throw new Error(`${route}: what does ${name} name?`);
  return null;
}

/** Some schemas are recursive: everything deeper repeats. */
const deepest = 6;

function slotsIn(route: string, schema: Schema, at: Slot['at']): Slot[] {
  if (at.length > deepest) return [];
  return alternatives(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      if (name === 'steps') return [];
      const kind = kindOfField(route, name);
      const isList = alternatives(property).some((option) => option.type === 'array');
      const place = isList ? [...at, name, 0] : [...at, name];
      if (kind) return [{ in: 'body' as const, at: place, kind, isRequired: required.includes(name) }];
      const inner = isList ? alternatives(property).flatMap((option) => option.items ?? []) : [property];
      return inner.flatMap((option) => slotsIn(route, option, place));
    }),
  );
}

/** Builds a request of an operation; `values` fills its positions. */
export function buildRequest(route: string, values: [Slot, string][], query: string) {
  const [method = '', pattern = ''] = route.split(' ');
  const parameters = new URLSearchParams(query);
  const body = sampleBody(route);
  let path = pattern;
  for (const [slot, value] of values) {
    if (slot.in === 'path') path = path.replace(`{${slot.at[0]}}`, encodeURIComponent(value));
    if (slot.in === 'query') parameters.set(String(slot.at[0]), value);
    if (slot.in === 'body' && body) place(route, body, slot.at, value);
  }
  return { method, path: parameters.size > 0 ? `${path}?${parameters}` : path, body };
}

/** The schemas of the values at a key. */
export const within = (options: Schema[], key: string | number): Schema[] =>
  options
    .flatMap((option) => (typeof key === 'number' ? option.items : option.properties?.[key]) ?? [])
    .flatMap(alternatives);

/** Returns the object or list that contains a position, creating samples around it. */
export function reach(route: string, body: object, at: Slot['at']): Record<string | number, unknown> {
  let options = alternatives(bodySchema(describedAt(route)) as Schema);
  let target = body as Record<string | number, unknown>;
  for (const [index, key] of at.entries()) {
    const leadsOn = (option: Schema) => at.slice(index + 1).reduce(within, [option]).length > 0;
    options = within(options, key).filter(
      (option) => (option.type === 'array' || option.properties !== undefined) && leadsOn(option),
    );
    target[key] = sampleOf(options[0] ?? {}, String(key));
    target = target[key] as Record<string | number, unknown>;
  }
  return target;
}

/** Sets the value of a position. */
function place(route: string, body: object, at: Slot['at'], value: string): void {
  const parent = at.slice(0, -1);
  const there = parent.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], body);
  const target = (there ?? reach(route, body, parent)) as Record<string | number, unknown>;
  target[at.at(-1) as string | number] = value;
}
