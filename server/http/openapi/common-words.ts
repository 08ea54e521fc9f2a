/** The parts of a finished document that are read here. */
interface Schema {
  type?: string | string[];
  pattern?: string;
  format?: string;
  description?: string;
  additionalProperties?: unknown;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  allowEmptyValue?: boolean;
  description?: string;
  schema?: Schema;
}

/** What a parameter of a path names, by the path up to it. */
const pathParameters: Record<string, string> = {
  '/api/ai-agents/{id}': 'Id of an AI agent.',
  '/api/ai-agents/{id}/catalog-items/{itemId}': 'Id of an item that the agent sells.',
  '/api/ai-agents/{id}/faq/{faqId}': 'Id of a question with its answer.',
  '/api/ai-agents/{id}/knowledge/{sourceId}': 'Id of a source of the agent’s own knowledge.',
  '/api/ai-agents/{id}/reassign/{targetId}': 'Id of the agent that takes over.',
  '/api/appointments/{id}': 'Id of an appointment.',
  '/api/channels/{channelId}': 'Id of a channel.',
  '/api/channels/{id}': 'Id of a channel.',
  '/api/chat-templates/{id}': 'Id of a template.',
  '/api/contacts/{phone}': 'The contact’s phone number in E.164, such as `+5511987654321`.',
  '/api/conversation-stages/{id}': 'Id of a stage of conversations.',
  '/api/conversations/{id}': 'Id of a conversation.',
  '/api/conversations/{id}/messages/{messageId}': 'Id of a message of the conversation.',
  '/api/conversations/{id}/notes/{noteId}': 'Id of a note of the conversation.',
  '/api/crm/cards/{id}': 'Id of a card.',
  '/api/crm/pipelines/{id}': 'Id of a pipeline.',
  '/api/crm/stages/{id}': 'Id of a stage of a pipeline.',
  '/api/developers/deliveries/{id}': 'Id of a delivery.',
  '/api/developers/logs/{id}': 'Id of an event.',
  '/api/developers/webhooks/{id}': 'Id of a webhook.',
  '/api/flows/{id}': 'Id of a flow.',
  '/api/integrations/bindings/{bindingId}': 'Id of a rule that sends events to a service.',
  '/api/integrations/sync-jobs/{jobId}': 'Id of a job that sends one event to a service.',
  '/api/integrations/{installationId}': 'Id of a connected service.',
  '/api/knowledge-bases/{id}': 'Id of a knowledge base.',
  '/api/knowledge-bases/{id}/sources/{sourceId}': 'Id of a source of the knowledge base.',
  '/api/leads/{id}': 'Id of a lead.',
  '/api/marketing-campaigns/{id}': 'Id of a campaign.',
  '/api/media-library/{id}': 'Id of a file of the library.',
  '/api/orders/{id}': 'Id of an order.',
  '/api/platform-catalog-syncs/{id}': 'Id of a synchronisation of a catalog.',
  '/api/quick-replies/{id}': 'Id of a quick reply.',
  '/api/simulator/channels/{id}': 'Id of a channel of the simulator.',
  '/api/simulator/channels/{id}/phones/{phone}': 'The number of a simulated phone.',
  '/api/simulator/channels/{id}/templates/{name}': 'The name of a template.',
};

/** Says what a parameter of a path names. Throws for one that has no words here. */
export function describePathParameter(path: string, name: string): string {
  const words = pathParameters[`${path.split(`{${name}}`)[0]}{${name}}`];
  if (words === undefined) throw new Error(`The parameter ${name} of ${path} needs words in ${import.meta.filename}`);
  return words;
}

/** Fields and parameters that mean the same wherever they are; a description of their own wins. */
const fields: Record<string, string> = {
  id: 'Its id, which never changes.',
  workspaceId: 'Id of the shop it belongs to.',
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  occurredAt: 'When it happened.',
  finishedAt: 'When it ended.',
  startedAt: 'When it began.',
  checkedAt: 'When it was last checked.',
  deliveredAt: 'When it was delivered.',
  lastInboundAt: 'When the customer last wrote.',
  aiAgentId: 'Id of an AI agent.',
  channelId: 'Id of a channel.',
  conversationId: 'Id of a conversation.',
  messageId: 'Id of a message.',
  pipelineId: 'Id of a pipeline.',
  stageId: 'Id of a stage.',
  phone: 'A phone number in E.164, such as `+5511987654321`.',
  email: 'An e-mail address.',
  timezone: 'An IANA time zone, such as `America/Sao_Paulo`.',
  contentType: 'The media type, such as `image/png`.',
  fileName: 'The name of the file.',
  sizeBytes: 'The size in bytes.',
  durationMinutes: 'How long it lasts, in minutes.',
  nextCursor: 'The cursor of the next page; null at the end.',
  data: 'The entries.',
  sort: 'The field to sort by; `-` before it reverses the order.',
  mon: 'Times on Mondays.',
  tue: 'Times on Tuesdays.',
  wed: 'Times on Wednesdays.',
  thu: 'Times on Thursdays.',
  fri: 'Times on Fridays.',
  sat: 'Times on Saturdays.',
  sun: 'Times on Sundays.',
};

/** A pattern or a format of its own says that it is none, or that it is one already. */
const isTime = (name: string, { type, pattern, format }: Schema): boolean =>
  (/(?:At|Time)$/.test(name) || name === 'at') &&
  pattern === undefined &&
  format === undefined &&
  [type].flat().includes('string');

/** Describes what means the same everywhere, in all schemas and parameters of a finished document. */
export function describeCommonFields(document: object): void {
  visit(document, false);
}

function visit(node: unknown, isInput: boolean): void {
  if (typeof node !== 'object' || node === null) return;
  if (isParameter(node)) describeParameter(node);
  if ('properties' in node) describeProperties(node.properties as Record<string, Schema>, isInput);
  for (const [name, value] of Object.entries(node)) visit(value, isInput || name.endsWith('Body'));
}

const isParameter = (node: object): node is Parameter => 'in' in node && 'name' in node && 'schema' in node;

/** A description in front of a transformation stays in the schema, where readers do not look for it. */
function describeParameter(parameter: Parameter): void {
  const inner = parameter.schema?.description;
  const words = parameter.description ?? inner ?? fields[parameter.name];
  if (words !== undefined) parameter.description = words;
  // Forms and automation tools send every field, even empty ones.
  if (parameter.in === 'query' && !parameter.required) parameter.allowEmptyValue = true;
}

function describeProperties(properties: Record<string, Schema>, isInput: boolean): void {
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof schema !== 'object') continue;
    if ('$ref' in schema) {
      // A reference with words of its own names no fields: closed, it would refuse those of what it refers to.
      delete schema.additionalProperties;
      continue;
    }
    const words = fields[name];
    if (schema.description === undefined && words !== undefined) schema.description = words;
    // What is sent may be written in other ways too, which a validator in front of the server would refuse.
    if (!isInput && isTime(name, schema)) schema.format = 'date-time';
  }
}
