import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { deleteOperation, listOperation, readOperation } from '../../../http/usual-operations.ts';
import { dayMs } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { retryWaitsText } from '../deliveries/retry-schedule.ts';
import { makeSecret, sealSecret } from '../deliveries/send-webhook.ts';
import { WebhookChanges, WebhookDraft, WebhookEndpoint, WebhookEndpointWithSecret } from '../schemas.ts';
import * as store from './endpoints.store.ts';

const overlapMs = dayMs;
/** Maximum number of replaced secrets that still sign; each adds a signature to every delivery. */
const mostPrevious = 5;
/** The list is not paginated, and every event is matched against every endpoint. */
const mostEndpoints = 200;

const endpoint = target(WebhookEndpoint, ({ db, workspace, params }: TargetContext<'id'>) =>
  store.findEndpoint(db, workspace.id, params.id),
);

const signing =
  'Deliveries follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and ' +
  '`webhook-signature: v1,<base64 HMAC-SHA256>` over `<id>.<timestamp>.<body>` with the endpoint’s secret. 2xx within ' +
  `15 s is success; a failure is retried after ${retryWaitsText}. ` +
  'An endpoint that returns 410, or fails for five days in a row, is disabled.';

const toColumns = ({ url, events, description }: Omit<WebhookChanges, 'active'>) => ({
  ...(url === undefined ? {} : { url, failing_since: null }),
  ...(events === undefined ? {} : { events: JSON.stringify([...new Set(events)]) }),
  ...(description === undefined ? {} : { description }),
});

export const endpointOperations = {
  listWebhooks: listOperation({
    path: '/api/developers/webhooks',
    scope: 'developers.read',
    summary: 'List webhook endpoints',
    description: 'Newest first.',
    item: WebhookEndpoint,
    list: ({ db, workspace }) => store.listEndpoints(db, workspace.id),
  }),

  createWebhook: operation({
    method: 'post',
    path: '/api/developers/webhooks',
    scope: 'developers.write',
    summary: 'Create a webhook endpoint',
    description: `${signing} Only this response shows the secret. A workspace has at most ${mostEndpoints} endpoints.`,
    tx: 'none',
    body: WebhookDraft,
    success: 201,
    response: WebhookEndpointWithSecret,
    errors: ['outbound_not_allowed', 'too_many'],
    async run({ platform, workspace, body, newId, fail, write }) {
      await platform.outbound.checkUrl(body.url);
      const secret = makeSecret();
      const created = await write(async ({ db, now }) => {
        const { total } = await store.countEndpoints(db, workspace.id);
        if (total >= mostEndpoints) throw fail('too_many', `A workspace has at most ${mostEndpoints} endpoints`);
        const row = {
          id: newId('wh'),
          workspace_id: workspace.id,
          url: body.url,
          events: JSON.stringify([...new Set(body.events)]),
          description: body.description ?? null,
          secret: sealSecret(platform.secrets, secret),
        };
        return store.insertEndpoint(db, row, now);
      });
      return { ...created, secret };
    },
  }),

  getWebhook: readOperation({
    path: '/api/developers/webhooks/{id}',
    scope: 'developers.read',
    summary: 'Get a webhook endpoint',
    extension: true,
    target: endpoint,
  }),

  updateWebhook: operation({
    method: 'patch',
    path: '/api/developers/webhooks/{id}',
    scope: 'developers.write',
    summary: 'Change a webhook endpoint',
    description:
      'A changed `url` is checked like a new one, and also applies to waiting deliveries. `active: false` fails waiting ' +
      'deliveries with `endpoint_disabled`; they can be retried once the endpoint is active again.',
    tx: 'none',
    target: endpoint,
    body: WebhookChanges,
    success: 200,
    response: WebhookEndpoint,
    errors: ['outbound_not_allowed'],
    async run({ platform, workspace, params, target, body, write }) {
      const { active, ...changes } = body;
      if (changes.url !== undefined) await platform.outbound.checkUrl(changes.url);
      const updated = await write(async ({ db, now }) => {
        if (active === false) await store.disableEndpoint(db, workspace.id, params.id, 'endpoint_disabled', now);
        const turnedOn = { active: 1, disabled_reason: null, disabled_at: null, failing_since: null } as const;
        const turned = active === true && !target.active ? turnedOn : {};
        platform.services.deliverer.noteChange(workspace.id, params.id);
        return store.updateEndpoint(db, workspace.id, params.id, { ...toColumns(changes), ...turned, updated_at: now });
      });
      if (!updated) throw new Problem('not_found');
      return updated;
    },
  }),

  deleteWebhook: deleteOperation({
    path: '/api/developers/webhooks/{id}',
    scope: 'developers.write',
    summary: 'Delete a webhook endpoint',
    description: 'Its deliveries stay readable; waiting ones fail with `endpoint_deleted`.',
    target: endpoint,
    async remove({ db, platform, workspace }, { id }) {
      await store.deleteEndpoint(db, workspace.id, id);
      platform.services.deliverer.noteChange(workspace.id, id);
    },
  }),

  rotateWebhookSecret: operation({
    method: 'post',
    path: '/api/developers/webhooks/{id}/rotate-secret',
    scope: 'developers.write',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Only this response shows the new secret. The newest ' +
      `${mostPrevious} replaced secrets sign for another 24 hours each: deliveries carry all signatures, separated by spaces.`,
    tx: 'write',
    extension: true,
    target: endpoint,
    success: 200,
    response: WebhookEndpointWithSecret,
    async run({ db, platform, workspace, params, now }) {
      const row = await store.findEndpointRow(db, workspace.id, params.id);
      if (!row) throw new Problem('not_found');
      const secret = makeSecret();
      const until = new Date(Date.parse(now) + overlapMs).toISOString();
      const good = store.previousSecretsOf(row).filter((previous) => previous.until > now);
      const previous = [{ secret: row.secret, until }, ...good].slice(0, mostPrevious);
      const rotated = await store.updateEndpoint(db, workspace.id, params.id, {
        secret: sealSecret(platform.secrets, secret),
        previous_secrets: JSON.stringify(previous),
        updated_at: now,
      });
      if (!rotated) throw new Problem('not_found');
      platform.services.deliverer.noteChange(workspace.id, params.id);
      return { ...rotated, secret };
    },
  }),
} satisfies Operations;
