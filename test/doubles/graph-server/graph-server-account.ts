import { z } from 'zod';
import type { GraphServer } from './graph-server.ts';
import { GraphFailure, newGraphId, type Route } from './graph-server-protocol.ts';

interface Template {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason: string;
  quality_score: { score: string };
  components: { type: string; text?: string }[];
}

const Draft = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  parameter_format: z.enum(['NAMED', 'POSITIONAL']),
  components: z.array(z.looseObject({ type: z.string() })).min(1),
});

const Subscription = z.strictObject({
  override_callback_uri: z.url({ protocol: /^https$/ }),
  verify_token: z.string(),
});

const numberFields = {
  display_phone_number: '+1 555-078-3881',
  verified_name: 'Shop',
  quality_rating: 'GREEN',
  name_status: 'APPROVED',
  code_verification_status: 'VERIFIED',
  status: 'CONNECTED',
  throughput: { level: 'STANDARD' },
  whatsapp_business_manager_messaging_limit: 'TIER_2K',
  health_status: { can_send_message: 'AVAILABLE', entities: [] },
};

const accountFields = { business_verification_status: 'verified', account_review_status: 'APPROVED' };

/** The number, the account, its webhook subscription and its templates with their review. */
export function accountRoutes(server: GraphServer) {
  const { wabaId, phoneNumberId } = server.account;
  const templates: Template[] = [];
  const add = (draft: Pick<Template, 'name' | 'language' | 'category' | 'components'>, status: string): Template => {
    const fixed = { id: newGraphId(), status, rejected_reason: 'NONE', quality_score: { score: 'UNKNOWN' } };
    const template = { ...fixed, ...draft };
    templates.push(template);
    return template;
  };
  const hello = { name: 'hello_world', language: 'en_US', category: 'UTILITY' };
  add({ ...hello, components: [{ type: 'BODY', text: 'Hello World' }] }, 'APPROVED');

  const pick = (all: Record<string, unknown>, query: URLSearchParams): object => {
    const names = (query.get('fields') ?? 'id').split(',');
    const unknown = names.filter((name) => name !== 'id' && !(name in all));
    if (unknown.length > 0) throw new GraphFailure(400, { code: 100, message: `Nonexisting field (${unknown[0]})` });
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  };

  const routes: Route[] = [
    ['GET', /^\/me$/, null, () => ({ id: '122093' })],
    [
      'POST',
      new RegExp(`^/${wabaId}/subscribed_apps$`),
      'whatsapp_business_management',
      async ({ json }) => {
        const parsed = Subscription.safeParse(json);
        if (!parsed.success) throw new GraphFailure(400, { code: 100 });
        const { pathname } = new URL(parsed.data.override_callback_uri);
        const { target } = server.webhooks;
        server.webhooks.target = new URL(pathname, target || 'http://127.0.0.1').href;
        const verified = await server.webhooks.verify(parsed.data.verify_token);
        if (verified.text !== '1158201444')
          throw new GraphFailure(400, { code: 2200, message: 'Callback verification' });
        return { success: true };
      },
    ],
    [
      'GET',
      new RegExp(`^/${wabaId}/message_templates$`),
      'whatsapp_business_management',
      ({ query }) => {
        const limit = Math.min(Number(query.get('limit') ?? 25), state.pageSize);
        const start = Number(query.get('after') ?? 0);
        const data = templates.slice(start, start + limit).map((template) => pick({ ...template }, query));
        const after = String(start + limit);
        const next = templates.length > start + limit ? { next: `${server.url}/next` } : {};
        return { data, paging: { cursors: { before: String(start), after }, ...next } };
      },
    ],
    [
      'POST',
      new RegExp(`^/${wabaId}/message_templates$`),
      'whatsapp_business_management',
      ({ json }) => {
        const draft = Draft.safeParse(json);
        if (!draft.success) throw new GraphFailure(400, { code: 100, message: `Bad ${draft.error.issues[0]?.path}` });
        const { parameter_format: _format, ...rest } = draft.data;
        if (templates.some(({ name, language }) => name === rest.name && language === rest.language)) {
          throw new GraphFailure(400, {
            code: 100,
            error_subcode: 2_388_024,
            message: 'There is already such a template',
          });
        }
        const { id, status, category } = add(rest as Template, 'PENDING');
        return { id, status, category };
      },
    ],
    [
      'DELETE',
      new RegExp(`^/${wabaId}/message_templates$`),
      'whatsapp_business_management',
      ({ query }) => {
        const index = templates.findIndex(({ name, id }) => name === query.get('name') && id === query.get('hsm_id'));
        if (index < 0) throw new GraphFailure(404, { code: 100, error_subcode: 33 });
        templates.splice(index, 1);
        return { success: true };
      },
    ],
  ];

  const state = { pageSize: 100 };

  return Object.assign(state, {
    routes,
    templates,
    add,

    readNode(id: string, query: URLSearchParams): object {
      if (id === phoneNumberId || id === server.secondNumberId)
        return { ...pick({ ...numberFields, ...server.phone }, query), id };
      if (id === wabaId) return { ...pick(accountFields, query), id };
      throw new GraphFailure(400, { code: 100, error_subcode: 33, message: 'Object does not exist' });
    },

    /** The vendor's reviewers decide, and a webhook reports it. */
    review(name: string, event: string, reason = 'NONE'): void {
      const template = templates.find((entry) => entry.name === name);
      if (!template) throw new Error(`No template ${name}`);
      Object.assign(template, { status: event, rejected_reason: reason });
      server.webhooks.tell({
        field: 'message_template_status_update',
        value: {
          event,
          message_template_id: Number(template.id),
          message_template_name: name,
          message_template_language: template.language,
          reason,
        },
      });
    },

    /** Rejects a template that is unknown, not approved, or lacks parameters. */
    assertSendable(sending: {
      name: string;
      language: { code: string };
      components?: { type: string; parameters: unknown[] }[] | undefined;
    }): void {
      const template = templates.find(
        ({ name, language }) => name === sending.name && language === sending.language.code,
      );
      if (!template) throw new GraphFailure(404, { code: 132001 });
      if (template.status === 'PAUSED') throw new GraphFailure(400, { code: 132015 });
      if (template.status !== 'APPROVED') throw new GraphFailure(400, { code: 132001 });
      const body = template.components.find(({ type }) => type === 'BODY')?.text ?? '';
      const wanted = new Set(body.match(/\{\{\w+\}\}/g)).size;
      const given = sending.components?.find(({ type }) => type === 'body')?.parameters.length ?? 0;
      if (wanted !== given) throw new GraphFailure(400, { code: 132000 });
    },
  });
}
