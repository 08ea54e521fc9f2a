import { z } from 'zod';
import { type ApiKey, createKey, listKeys, revokeKey, rotateKey } from '../platform/access/api-keys.ts';
import { isScope, scopes } from '../platform/access/scopes.ts';
import { Moment } from '../platform/text/times.ts';
import { type Command, CommandError, defineCommand, formatTable } from './command.ts';
import { openHome, pickWorkspace } from './open-home.ts';
import { program } from './usage.ts';

const Name = z.string().trim().min(1).max(100);

const ScopeList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((scope) => scope.trim()))])
  .superRefine((list, context) => {
    const unknown = list.filter((scope) => !isScope(scope));
    if (unknown.length > 0)
      context.addIssue({
        code: 'custom',
        message: `has unknown scopes: ${unknown.join(', ')}; there are all, ${scopes.join(', ')}`,
      });
  })
  .transform((list) => (list.includes('all') ? ['all'] : list));

const ExpiresAt = Moment.refine((text) => text > new Date().toISOString(), 'must be in the future');

const KeyId = z.strictObject({ id: z.string().max(60) });

const idArgument = { id: 'Id of the key, as the list shows it' };
const workspace = { value: 'ID', about: 'Id of its workspace; the first one if omitted' };

/** Output that shows a key's secret, which is never shown again. */
const showNewKey = ({ key, row }: { key: string; row: ApiKey }, hint: string) => {
  const { id, workspaceId, name, scopes, expiresAt, createdAt } = row;
  return {
    json: { id, key, workspaceId, name, scopes, expiresAt, createdAt },
    text: `${key}\n\nThis is the key "${name}" (${id}). It is shown only this once. ${hint}`,
  };
};

const statusOf = (key: ApiKey, now: string): string => {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt === null) return 'active';
  return key.expiresAt <= now ? 'expired' : `until ${key.expiresAt}`;
};

export const commands: Record<string, Command> = {
  'keys create': defineCommand({
    details: `Scopes: all, ${scopes.join(', ')}.`,
    examples: [
      'keys create --name ERP --scopes orders.read,leads.read',
      'keys create --name "Till, until June" --scopes all --expires-at 2027-06-30T23:59:59Z --json',
    ],
    options: {
      name: { value: 'NAME', about: 'What the key is called in lists and logs' },
      scopes: { value: 'SCOPES', about: 'What it may do: all, or scopes with commas between them' },
      workspace,
      'expires-at': { value: 'TIME', about: 'When it ends, such as 2027-01-31T00:00:00Z; never if omitted' },
    },
    input: z.strictObject({
      name: Name,
      scopes: ScopeList,
      workspace: z.string().optional(),
      'expires-at': ExpiresAt.optional(),
    }),
    run: (input, call) =>
      openHome(call, async (database) => {
        const { id: workspaceId } = await pickWorkspace(database, input.workspace);
        const { name, scopes, 'expires-at': expiresAt = null } = input;
        const made = await database.write((db) =>
          createKey(db, { workspaceId, name, scopes, expiresAt, now: call.now }),
        );
        return showNewKey(made, '');
      }),
  }),

  'keys list': defineCommand({
    examples: ['keys list', 'keys list --json'],
    options: { workspace },
    input: z.strictObject({ workspace: z.string().optional() }),
    run: (input, call) =>
      openHome(call, async (database) => {
        const workspace = input.workspace === undefined ? null : await pickWorkspace(database, input.workspace);
        const keys = await listKeys(database.read, workspace?.id ?? null);
        const rows = keys.map((key) => [
          key.id,
          key.name,
          `…${key.last4}`,
          statusOf(key, call.now),
          key.workspaceId,
          key.scopes.join(','),
        ]);
        return {
          json: { data: keys },
          text: formatTable(['ID', 'NAME', 'ENDS IN', 'STATUS', 'WORKSPACE', 'SCOPES'], rows),
        };
      }),
  }),

  'keys revoke': defineCommand({
    examples: ['keys revoke key_01kbmz7w4rf0d2g6j8k1m3n5pq'],
    positionals: idArgument,
    input: KeyId,
    warn: ({ id }) => `Programs that use the key ${id} lose their access at once.`,
    run: ({ id }, call) =>
      openHome(call, async (database) => {
        const key = await database.write((db) => revokeKey(db, id, call.now));
        if (!key) throw new CommandError(`There is no key ${id}: ${program} keys list shows them`);
        return { json: key, text: `The key "${key.name}" (${key.id}) is revoked.` };
      }),
  }),

  'keys rotate': defineCommand({
    examples: ['keys rotate key_01kbmz7w4rf0d2g6j8k1m3n5pq'],
    positionals: idArgument,
    input: KeyId,
    run: ({ id }, call) =>
      openHome(call, async (database) => {
        const made = await database.write((db) => rotateKey(db, id, call.now));
        if (!made) throw new CommandError(`There is no valid key ${id}: ${program} keys list shows them`);
        return showNewKey(made, 'The old one stays valid for up to 24 hours.');
      }),
  }),
};
