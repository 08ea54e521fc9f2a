import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { listOperation, readOperation } from '../../../http/usual-operations.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Problem, unknownReference } from '../../../platform/problem.ts';
import { findNewestEventOf } from '../../../platform/work/events.ts';
import { eventCatalogue, toPayload } from '../../developers/index.ts';
import type { EventKind } from '../../events.ts';
import { ConnectorError, type SyncEvent } from '../connectors/connector.ts';
import { findInstallation, type InstallationRow } from '../installations/installations.store.ts';
import { Binding, BindingChanges, BindingDraft, Preview } from '../schemas.ts';
import * as store from './bindings.store.ts';
import { assertColumns, assertNotBound, toColumns, validateBinding } from './validate-binding.ts';

/** Every event is matched against every binding. */
const mostBindings = 200;

const binding = target(Binding, async ({ db, workspace, params }: TargetContext<'bindingId'>) => {
  const row = await store.findBinding(db, workspace.id, params.bindingId);
  return row && store.toBinding(row);
});

async function requireInstallation(db: Db, workspaceId: string, id: string): Promise<InstallationRow> {
  const row = await findInstallation(db, workspaceId, id);
  if (!row) throw unknownReference('body.installationId', 'No such installation');
  if (row.state === 'DISCONNECTED') throw new Problem('installation_disconnected');
  return row;
}

export const bindingOperations = {
  listIntegrationBindings: listOperation({
    path: '/api/integrations/bindings',
    scope: 'integrations.read',
    summary: 'List bindings',
    description: 'Newest first.',
    item: Binding,
    list: async ({ db, workspace }) => (await store.listBindings(db, workspace.id)).map(store.toBinding),
  }),

  createIntegrationBinding: operation({
    method: 'post',
    path: '/api/integrations/bindings',
    scope: 'integrations.write',
    summary: 'Bind an event to an action in another system',
    description:
      'Each later event of that kind becomes a sync job. A second binding of the same event, action and target is 409; ' +
      'an unknown column of the target is 422, where the target can be queried. A workspace has at most ' +
      `${mostBindings} bindings.`,
    tx: 'none',
    body: BindingDraft,
    success: 201,
    response: Binding,
    errors: [
      'unknown_reference',
      'unknown_event',
      'unknown_action',
      'config_invalid',
      'binding_exists',
      'installation_disconnected',
      'too_many',
    ],
    async run({ db, platform, workspace, body, newId, fail, write }) {
      const wish = { ...body, config: body.config ?? {} };
      const installation = await requireInstallation(db, workspace.id, body.installationId);
      const valid = validateBinding(installation, wish);
      await assertColumns(platform, installation, valid);
      const row = await write(async ({ db, now }) => {
        // It may have been disconnected in the meantime.
        const { id } = await requireInstallation(db, workspace.id, body.installationId);
        const base = { workspace_id: workspace.id, installation_id: id, ...toColumns(valid) };
        await assertNotBound(db, base, null);
        if ((await store.countBindings(db, workspace.id)) >= mostBindings) {
          throw fail('too_many', `A workspace has at most ${mostBindings} bindings`);
        }
        return store.insertBinding(db, {
          id: newId('bind'),
          ...base,
          ...{ active: 1, disabled_reason: null, disabled_at: null, failure_count: 0 },
          ...{ created_at: now, updated_at: now },
        });
      });
      return store.toBinding(row);
    },
  }),

  previewIntegrationBinding: operation({
    method: 'post',
    path: '/api/integrations/bindings/preview',
    scope: 'integrations.write',
    summary: 'Preview what a binding would send',
    description: 'Fills the templates from the newest event of that kind, or an example. Nothing is sent or stored.',
    tx: 'none',
    extension: true,
    body: BindingDraft,
    success: 200,
    response: Preview,
    errors: ['unknown_reference', 'unknown_event', 'unknown_action', 'config_invalid', 'installation_disconnected'],
    async run({ db, workspace, body, fail }) {
      const installation = await requireInstallation(db, workspace.id, body.installationId);
      const { action, config, kind } = validateBinding(installation, { ...body, config: body.config ?? {} });
      const newest = await findNewestEvent(db, workspace.id, kind);
      const example = eventCatalogue(workspace.id).find((entry) => entry.type === kind)?.example;
      const event = newest ?? (example as unknown as SyncEvent);
      try {
        const filled = action.fill(config, event);
        return { event: { ...event }, isExample: newest === null, filled };
      } catch (error) {
        if (error instanceof ConnectorError) throw fail('config_invalid', error.message);
        throw error;
      }
    },
  }),

  getIntegrationBinding: readOperation({
    path: '/api/integrations/bindings/{bindingId}',
    scope: 'integrations.read',
    summary: 'Get a binding',
    extension: true,
    target: binding,
  }),

  updateIntegrationBinding: operation({
    method: 'patch',
    path: '/api/integrations/bindings/{bindingId}',
    scope: 'integrations.write',
    summary: 'Change a binding',
    description:
      'Waiting jobs use the changed binding. `active: false` fails them; they can be retried once it is active again.',
    tx: 'none',
    target: binding,
    body: BindingChanges,
    success: 200,
    response: Binding,
    errors: ['unknown_event', 'unknown_action', 'config_invalid', 'binding_exists', 'installation_disconnected'],
    async run({ db, platform, workspace, target, body, fail, write }) {
      const { active, ...wish } = body;
      const validate = async (from: Db) => {
        const installation = await findInstallation(from, workspace.id, target.installationId);
        if (!installation) throw new Problem('not_found');
        if (active && installation.state === 'DISCONNECTED') throw fail('installation_disconnected');
        return { installation, valid: validateBinding(installation, { ...target, ...wish }) };
      };
      if (wish.config || wish.action) {
        const { installation, valid } = await validate(db);
        await assertColumns(platform, installation, valid);
      }
      const row = await write(async ({ db, now }) => {
        const { installation, valid } = await validate(db);
        const columns = { installation_id: installation.id, ...toColumns(valid) };
        await assertNotBound(db, { workspace_id: workspace.id, ...columns }, target.id);
        platform.services.syncRunner.noteChange(workspace.id, installation.id);
        const changes = { ...toColumns(valid), ...turn(target, active, now), updated_at: now };
        return store.updateBinding(db, workspace.id, target.id, changes);
      });
      if (!row) throw new Problem('not_found');
      return store.toBinding(row);
    },
  }),

  deleteIntegrationBinding: operation({
    method: 'delete',
    path: '/api/integrations/bindings/{bindingId}',
    scope: 'integrations.write',
    summary: 'Delete a binding',
    description: 'Its jobs stay readable; waiting ones fail with `binding_deleted`.',
    tx: 'write',
    target: binding,
    success: 204,
    response: null,
    async run({ db, platform, workspace, target }) {
      await store.deleteBinding(db, workspace.id, target.id);
      platform.services.syncRunner.noteChange(workspace.id, target.installationId);
    },
  }),
} satisfies Operations;

/** A rule that was switched off after its failures becomes the owner's own decision when it is switched off again. */
function turn(before: Binding, active: boolean | undefined, now: string) {
  if (active === undefined || (active && before.active)) return {};
  if (active) return { active: 1, disabled_reason: null, disabled_at: null, failure_count: 0 } as const;
  if (before.disabledReason === 'binding_disabled') return {};
  return { active: 0, disabled_reason: 'binding_disabled', disabled_at: now } as const;
}

async function findNewestEvent(db: Db, workspaceId: string, kind: EventKind): Promise<SyncEvent | null> {
  const event = await findNewestEventOf(db, workspaceId, kind);
  return event && (toPayload(event) as SyncEvent);
}
