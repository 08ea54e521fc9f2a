import { alternatives, bodySchema, describedAt, implemented, type Schema } from './contract.ts';
import { sampleBody, sampleOf } from './fuzz/sample-body.ts';
import type { Kind } from './one-of-everything.ts';

/** A place of a request that holds an identifier. */
export interface Slot {
  in: 'path' | 'query' | 'body';
  /** The parameter's name, or the way to the field: `['items', 0, 'catalogItemId']`. */
  at: (string | number)[];
  kind: Kind;
  isRequired: boolean;
}

/** What the segment in front of a path parameter says about it. */
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

/** What a field of a body or query names. */
const byField: Record<string, Kind> = {
  afterCardId: 'card',
  agentId: 'agent',
  aiAgentId: 'agent',
  baseIds: 'base',
  beforeCardId: 'card',
  bindingId: 'binding',
  catalogId: 'catalog',
  catalogItemId: 'item',
  channelId: 'channel',
  channelTemplateId: 'template',
  conversationId: 'conversation',
  endpointId: 'endpoint',
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

/** Fields that end like an identifier and name nothing of a workspace, each with what they are. */
const namesNothing: Record<string, string> = {
  appId: 'of the platform',
  appSecret: 'a secret',
  assignedToUserId: 'free text of the caller',
  businessId: 'of the platform',
  correlationId: 'free text of the caller',
  phoneNumberId: 'of the platform',
  stepId: 'of the same flow',
  templateId: 'of what we ship',
  wabaId: 'of the platform',
};

/** Kinds that differ by the operation. */
function kindFor(route: string, kind: Kind): Kind {
  if (kind === 'channel' && /chat-templates|platform|credentials|verification|campaigns|\/templates/.test(route)) {
    return 'cloudChannel';
  }
  // The other one is what is left when the first was deleted with its conversations handed to it.
  if (route === 'DELETE /api/ai-agents/{id}') return 'otherAgent';
  return kind === 'stage' && route.includes('/api/conversations') ? 'conversationStage' : kind;
}

/** Every place of an operation that names something of a workspace. Throws for a name that it does not know. */
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

/** Where the sample of a flow (see `sample-body.ts`) names something. */
const flowSteps: Slot[] = [
  { in: 'body', at: ['steps', 0, 'config', 'mediaUrl'], kind: 'mediaUrl', isRequired: false },
  { in: 'body', at: ['steps', 1, 'config', 'stageId'], kind: 'conversationStage', isRequired: true },
  { in: 'body', at: ['steps', 2, 'config', 'pipelineId'], kind: 'pipeline', isRequired: true },
  { in: 'body', at: ['steps', 2, 'config', 'stageId'], kind: 'stage', isRequired: true },
];
const cardStage: Slot = { in: 'body', at: ['config', 'stageId'], kind: 'stage', isRequired: true };

/** Places that the document does not show as one, since what stands there depends on the connector or the step. */
const hidden: Record<string, Slot[]> = {
  'POST /api/flows': flowSteps,
  'PATCH /api/flows/{id}': flowSteps,
  'POST /api/integrations': [{ in: 'body', at: ['credentials', 'aiAgentId'], kind: 'agent', isRequired: true }],
  'POST /api/integrations/bindings': [cardStage],
  'POST /api/integrations/bindings/preview': [cardStage],
};

/** What the path parameter behind that segment names. Throws for a segment that it does not know. */
export function kindOfSegment(route: string, segment: string): Kind {
  const kind = bySegment[segment];
  if (!kind) throw new Error(`${route}: what does the parameter behind ${segment} name?`);
  return kindFor(route, kind);
}

/** What a field of a body or query names; null for nothing. Throws for an id that it does not know. */
export function kindOfField(route: string, name: string): Kind | null {
  const kind = byField[name];
  if (kind) return kindFor(route, kind);
  if (/Ids?$/.test(name) && !(name in namesNothing)) throw new Error(`${route}: what does ${name} name?`);
  return null;
}

/** Some schemas hold themselves: deeper than this everything repeats. */
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

/** A request of that operation; `values` tells what stands in each slot that is filled. */
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

/** The schemas of what lies at that key. */
export const within = (options: Schema[], key: string | number): Schema[] =>
  options
    .flatMap((option) => (typeof key === 'number' ? option.items : option.properties?.[key]) ?? [])
    .flatMap(alternatives);

/** The object or list at that place of a body, with samples of what has to stand around it. */
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

/** Puts a value at its place. */
function place(route: string, body: object, at: Slot['at'], value: string): void {
  const parent = at.slice(0, -1);
  const there = parent.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], body);
  const target = (there ?? reach(route, body, parent)) as Record<string | number, unknown>;
  target[at.at(-1) as string | number] = value;
}
