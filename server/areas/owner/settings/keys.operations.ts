import { type Operations, operation } from '../../../http/operation.ts';
import { listOperation } from '../../../http/usual-operations.ts';
import { releaseFrom } from '../../../platform/access/answerers.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../../platform/access/api-keys.ts';
import { isScope, scopes } from '../../../platform/access/scopes.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Key, KeyDraft, NewKey, ScopeGroups } from './keys.schemas.ts';

const KnownScopes = KeyDraft.superRefine(({ scopes: names, expiresAt }, context) => {
  for (const [index, name] of names.entries()) {
    if (!isScope(name)) context.addIssue({ code: 'custom', path: ['scopes', index], message: 'is not a scope' });
  }
  if (expiresAt !== null && expiresAt <= new Date().toISOString()) {
    context.addIssue({ code: 'custom', path: ['expiresAt'], message: 'must be in the future' });
  }
});

export const keyOperations = {
  listKeys: listOperation({
    path: '/owner/keys',
    scope: 'owner',
    summary: 'List the API keys of the workspace',
    item: Key,
    list: ({ db, workspace }) => listKeys(db, workspace.id),
  }),

  listScopes: operation({
    method: 'get',
    path: '/owner/keys/scopes',
    scope: 'owner',
    summary: 'List the scopes that a key may have',
    tx: 'read',
    success: 200,
    response: ScopeGroups,
    run: async () => ({ data: [...scopes] }),
  }),

  createKey: operation({
    method: 'post',
    path: '/owner/keys',
    scope: 'owner',
    summary: 'Create an API key; the secret is shown only once',
    tx: 'write',
    body: KnownScopes,
    success: 201,
    response: NewKey,
    async run({ db, workspace, body, now }) {
      const names = body.scopes.includes('all') ? ['all'] : [...new Set(body.scopes)];
      const { key, row } = await createKey(db, { ...body, scopes: names, workspaceId: workspace.id, now });
      return { ...row, key };
    },
  }),

  rotateKey: operation({
    method: 'post',
    path: '/owner/keys/{id}/rotate',
    scope: 'owner',
    summary: 'Rotate a key; the old one stays valid for 24 hours',
    tx: 'write',
    success: 201,
    response: NewKey,
    errors: ['not_found'],
    async run({ db, workspace, params, now, fail }) {
      await assertOwn(db, workspace.id, params.id, fail);
      const rotated = await rotateKey(db, params.id, now);
      if (!rotated) throw fail('not_found', 'This key is revoked or expired');
      return { ...rotated.row, key: rotated.key };
    },
  }),

  revokeKey: operation({
    method: 'delete',
    path: '/owner/keys/{id}',
    scope: 'owner',
    summary: 'Revoke a key immediately and permanently',
    tx: 'write',
    success: 200,
    response: Key,
    errors: ['not_found'],
    async run({ db, platform, workspace, actor, params, now, fail }) {
      await assertOwn(db, workspace.id, params.id, fail);
      const revoked = await revokeKey(db, params.id, now);
      if (!revoked) throw fail('not_found');
      await releaseFrom(platform, db, actor, params.id);
      return revoked;
    },
  }),
} satisfies Operations;

async function assertOwn(db: Db, workspaceId: string, id: string, fail: (code: 'not_found') => Error): Promise<void> {
  if (!(await listKeys(db, workspaceId)).some((key) => key.id === id)) throw fail('not_found');
}
