import { alternatives, bodySchema, describedAt, type Schema } from './contract.ts';

const cardBinding = {
  eventName: 'lead.captured',
  action: 'create_card',
  config: { stageId: 'nothing', title: 'Deal' },
};

const flow = {
  trigger: { type: 'manual' },
  steps: [
    { id: 'hello', type: 'message', config: { text: 'Hello' }, next: 'stage' },
    { id: 'stage', type: 'conversation_stage', config: { stageId: 'nothing' }, next: 'card' },
    {
      id: 'card',
      type: 'crm_card',
      config: { action: 'create', pipelineId: 'nothing', stageId: 'nothing', title: 'Deal' },
      next: null,
    },
  ],
};

/**
 * Bodies that a schema alone cannot describe: rules across fields, or at least one field of several. By route; the fields
 * override the generated ones.
 */
const overrides: Record<string, Record<string, unknown>> = {
  'POST /api/conversations/{id}/messages': { content: 'Hello' },
  'POST /api/conversations/new': { content: 'Hello', phoneNumber: '+5511987654321' },
  'POST /api/marketing-campaigns/{id}/test': { phoneNumber: '+5511987654321' },
  'POST /api/simulator/channels/{id}/messages': { from: '+5511987654321', content: 'Hello' },
  'POST /api/simulator/channels/{id}/reactions': { from: '+5511987654321' },
  'POST /api/simulator/channels/{id}/read': { from: '+5511987654321' },
  'POST /api/orders': { clientPhone: '+5511987654321' },
  'POST /api/leads': { phone: '+5511987654321' },
  'PATCH /api/orders/{id}': { total: 1 },
  'POST /api/flows': flow,
  'PATCH /api/flows/{id}': flow,
  'POST /api/integrations': { connector: 'ical_feed', credentials: { aiAgentId: 'nothing' } },
  'POST /api/integrations/bindings': cardBinding,
  'POST /api/integrations/bindings/preview': cardBinding,
  'POST /api/channels/{channelId}/chat-templates': { components: [{ type: 'BODY', text: 'Hello' }] },
  'PATCH /api/ai-agents/{id}/rules': { remove: 'nothing' },
  'PUT /api/channels/{id}/credentials': { phoneNumberId: '1234567890', wabaId: '1234567890' },
};

/** The smallest body that the operation's schema accepts; undefined if it has none. */
export function sampleBody(route: string): Record<string, unknown> | undefined {
  const schema = bodySchema(describedAt(route));
  if (!schema) return undefined;
  return { ...(sampleOf(schema, '') as object), ...structuredClone(overrides[route]) };
}

/** Returns the required query parameters as a query string. */
export function sampleQuery(route: string): string {
  const required = (describedAt(route).parameters ?? []).filter((entry) => entry.in === 'query' && entry.required);
  const values = required.map((entry) => [entry.name, String(sampleOf(entry.schema, entry.name))]);
  return required.length > 0 ? `?${new URLSearchParams(Object.fromEntries(values))}` : '';
}

/** The smallest value that a schema accepts; by field name where the schema lacks the format. */
export function sampleOf(schema: Schema, name: string): unknown {
  const option = alternatives(schema)[0];
  if (!option) return null;
  if (option.enum) return option.enum[0];
  if (option.const !== undefined) return option.const;
  switch (option.type) {
    case 'string':
      return sampleText(option, name);
    case 'integer':
    case 'number':
      return Math.max(option.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: option.minItems ?? 0 }, () => sampleOf(option.items ?? {}, name));
    case 'object':
      return Object.fromEntries(
        (option.required ?? []).map((field) => [field, sampleOf(option.properties?.[field] ?? {}, field)]),
      );
    default:
      return 'sample';
  }
}

/** Values by field name, for formats that are not in the schema. */
const textByName: [RegExp, string][] = [
  [/phone/i, '+5511987654321'],
  [/email/i, 'ana@example.com'],
  [/url$/i, 'https://example.com/a.png'],
  [/end(Time|At)$/i, '2030-01-02T11:00:00.000Z'],
  [/(time|at|date)$/i, '2030-01-02T10:00:00.000Z'],
  [/color/i, '#112233'],
  [/contentType/, 'image/png'],
  [/timezone/i, 'America/Sao_Paulo'],
  [/emoji/i, '👍'],
  [/csv/i, 'phone,name\n+5511987654321,Ana\n'],
  [/language/i, 'pt_BR'],
  [/^action$/, 'create_card'],
];

function sampleText(schema: Schema, name: string): string {
  if (schema.format === 'date-time') return '2030-01-02T10:00:00.000Z';
  const known = textByName.find(([pattern]) => pattern.test(name))?.[1];
  return known ?? 'sample'.padEnd(schema.minLength ?? 0, 'x');
}
