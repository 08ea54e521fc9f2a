import { z } from 'zod';
import { Deleted, deleted } from '../../../http/deleted.ts';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { cursorPageOf, cursorQuery, listOf } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { disableBindings } from '../bindings/bindings.store.ts';
import { type AnyConnector, ConnectorError } from '../connectors/connector.ts';
import { connectors, findAction, findConnector } from '../connectors/connectors.ts';
import {
  CheckResult,
  ConnectorEntry,
  CredentialsDraft,
  Installation,
  InstallationDraft,
  NewInstallation,
  TargetEntry,
} from '../schemas.ts';
import { checkInstallation } from './check-installation.ts';
import { connect, parseCredentials, toProblem } from './connect-installation.ts';
import { openConnection, withoutSecrets } from './connections.ts';
import { unsealSecrets } from './installation-secrets.ts';
import * as store from './installations.store.ts';
import { revokeConsent } from './oauth.ts';

const mostInstallations = 50;
const timeoutMs = 30_000;

const installation = target(Installation, async ({ db, workspace, params }: TargetContext<'installationId'>) => {
  const row = await store.findInstallation(db, workspace.id, params.installationId);
  return row && store.toInstallation(row);
});

const toJsonSchema = (schema: z.ZodType): Record<string, unknown> => z.toJSONSchema(schema, { io: 'input' });

/** The connector of an installation. It always exists, because connectors are never removed. */
function connectorOf(row: { connector: string }): AnyConnector {
  const connector = findConnector(row.connector);
  if (!connector) throw new Error(`No connector ${row.connector}`);
  return connector;
}

export const installationOperations = {
  listIntegrations: operation({
    method: 'get',
    path: '/api/integrations',
    scope: 'integrations.read',
    summary: 'List connectors with their installations',
    tx: 'read',
    success: 200,
    response: listOf(ConnectorEntry),
    async run({ db, workspace }) {
      const rows = await store.listInstallations(db, workspace.id);
      const data = connectors.map((connector) => ({
        key: connector.key,
        name: connector.name,
        credentialsSchema: toJsonSchema(connector.credentials),
        usesOAuth: connector.oauth !== undefined,
        actions: connector.actions.map(({ key, name, events = null, config }) => ({
          ...{ key, name, events },
          configSchema: toJsonSchema(config),
        })),
        installations: rows.filter((row) => row.connector === connector.key).map(store.toInstallation),
      }));
      return { data };
    },
  }),

  createIntegration: operation({
    method: 'post',
    path: '/api/integrations',
    scope: 'integrations.write',
    summary: 'Connect a connector',
    description:
      'The credentials are tested first and stored encrypted; no response and no log shows them. A connector with OAuth ' +
      `returns \`authorizationUrl\` and is EXPIRED until consent is given there. At most ${mostInstallations} ` +
      'installations, not counting disconnected ones.',
    tx: 'none',
    extension: true,
    body: InstallationDraft,
    success: 201,
    response: NewInstallation,
    errors: ['outbound_not_allowed', 'credentials_refused', 'connector_failed', 'too_many'],
    async run({ platform, workspace, body, newId, fail, write }) {
      const connector = findConnector(body.connector);
      const keys = connectors.map(({ key }) => key).join(', ');
      if (!connector) throw invalid('body.connector', `must be one of ${keys}`);
      const id = newId('inst');
      const given = parseCredentials(connector, body.credentials ?? {});
      const { columns, ...told } = await connect(platform, connector, workspace.id, id, given);
      const row = await write(async ({ db, now }) => {
        const present = await store.listInstallations(db, workspace.id);
        if (present.filter(({ state }) => state !== 'DISCONNECTED').length >= mostInstallations) {
          throw fail('too_many', `A workspace has at most ${mostInstallations} connections`);
        }
        const base = { id, workspace_id: workspace.id, connector: connector.key, created_at: now };
        return store.insertInstallation(db, { ...base, ...columns });
      });
      return { ...store.toInstallation(row), ...told };
    },
  }),

  getIntegration: readOperation({
    path: '/api/integrations/{installationId}',
    scope: 'integrations.read',
    summary: 'Get an installation',
    extension: true,
    target: installation,
  }),

  reconnectIntegration: operation({
    method: 'put',
    path: '/api/integrations/{installationId}/credentials',
    scope: 'integrations.write',
    summary: 'Replace the credentials of an installation, or request consent again',
    description: 'Also reconnects a disconnected one; its bindings stay inactive until activated.',
    tx: 'none',
    extension: true,
    target: installation,
    body: CredentialsDraft,
    success: 200,
    response: NewInstallation,
    errors: ['outbound_not_allowed', 'credentials_refused', 'connector_failed'],
    async run({ platform, workspace, target, body, write }) {
      const connector = connectorOf(target);
      const given = parseCredentials(connector, body.credentials);
      const { columns, ...told } = await connect(platform, connector, workspace.id, target.id, given);
      const row = await write(({ db }) => store.updateInstallation(db, workspace.id, target.id, columns));
      if (!row) throw new Problem('not_found');
      return { ...store.toInstallation(row), ...told };
    },
  }),

  disconnectIntegration: operation({
    method: 'delete',
    path: '/api/integrations/{installationId}',
    scope: 'integrations.write',
    summary: 'Disconnect an installation',
    description:
      'Revokes the consent in the other system where possible, deletes the credentials, disables the bindings and fails ' +
      'waiting jobs. The installation stays as DISCONNECTED, with its history.',
    tx: 'none',
    target: installation,
    success: 200,
    response: Deleted,
    async run({ platform, workspace, target, write }) {
      const connector = connectorOf(target);
      const row = await store.findInstallation(platform.database.read, workspace.id, target.id);
      const secrets = row && unsealSecrets(platform, row);
      await write(async ({ db, now }) => {
        await store.updateInstallation(db, workspace.id, target.id, {
          state: 'DISCONNECTED',
          error_code: null,
          error_message: null,
          credentials: null,
          feed_token_hash: null,
          disconnected_at: target.disconnectedAt ?? now,
          updated_at: now,
        });
        await disableBindings(db, workspace.id, target.id, now);
        platform.services.syncRunner.noteChange(workspace.id, target.id);
      });
      if (secrets && connector.oauth) {
        await revokeConsent(platform, connector, secrets).catch((error: unknown) =>
          platform.log.warn({ installation: target.id, err: error }, 'the consent could not be revoked'),
        );
      }
      return deleted(target.id);
    },
  }),

  checkIntegration: operation({
    method: 'post',
    path: '/api/integrations/{installationId}/check',
    scope: 'integrations.write',
    summary: 'Check an installation now',
    description: 'Returns 200 even if it does not work: see `ok`, `error` and `latencyMs`. Takes at most 30 seconds.',
    tx: 'none',
    target: installation,
    success: 200,
    response: CheckResult,
    async run({ db, platform, workspace, target }) {
      const row = await store.findInstallation(db, workspace.id, target.id);
      if (!row) throw new Problem('not_found');
      const checked = store.toInstallation(await checkInstallation(platform, connectorOf(row), row));
      return { ...checked, ok: checked.state === 'CONNECTED' };
    },
  }),

  listIntegrationTargets: operation({
    method: 'get',
    path: '/api/integrations/{installationId}/targets',
    scope: 'integrations.read',
    summary: 'List the targets of an action',
    description: 'Spreadsheets, calendars, tables, stages; with `targetId` its children.',
    tx: 'none',
    target: installation,
    query: z.object({
      ...cursorQuery,
      action: z.string().min(1).max(60).describe('What a rule would do, as the connector names it.'),
      targetId: z
        .string()
        .max(500)
        .optional()
        .describe('Lists what is inside this target, such as the sheets of a file.'),
    }),
    success: 200,
    response: cursorPageOf(TargetEntry),
    errors: [
      'unknown_action',
      'unknown_reference',
      'installation_disconnected',
      'outbound_not_allowed',
      'connector_failed',
    ],
    async run({ db, platform, workspace, target, query, cursors, fail }) {
      const connector = connectorOf(target);
      const action = findAction(connector, query.action);
      if (!action) throw fail('unknown_action', `${connector.name} has no such action`);
      const row = await store.findInstallation(db, workspace.id, target.id);
      if (!row || row.credentials === null) throw fail('installation_disconnected');
      const signal = AbortSignal.any([platform.stopping, AbortSignal.timeout(timeoutMs)]);
      const place = cursors.read(query.cursor);
      const page = { targetId: query.targetId ?? null, cursor: place && String(place[0]), limit: query.limit };
      const connection = openConnection(platform, connector, row, signal);
      const listed = await action.listTargets?.(connection, page).catch((error: unknown) => {
        if (error instanceof ConnectorError && error.code === 'not_allowed') throw toProblem(error);
        if (!(error instanceof ConnectorError) && !signal.aborted) throw error;
        throw fail('connector_failed', withoutSecrets(connector, connection.credentials, (error as Error).message));
      });
      if (listed === null || (listed === undefined && page.targetId !== null)) {
        throw fail('unknown_reference', 'No such target');
      }
      return { data: listed?.targets ?? [], nextCursor: listed?.next ? cursors.write([listed.next]) : null };
    },
  }),
} satisfies Operations;
