import { z } from 'zod';
import { offerDownload } from '../../../http/downloads.ts';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { endSession, listSessions, moveSession, type Session } from '../../../platform/access/console-sessions.ts';
import { updateWorkspace } from '../../../platform/access/update-workspace.ts';
import { findUser, updateUser } from '../../../platform/access/users.ts';
import { Country, insertWorkspace, listWorkspaces, Timezone } from '../../../platform/access/workspaces.ts';
import { readSetting, saveSetting } from '../../../platform/settings.ts';
import { Language } from '../../../platform/text/languages.ts';
import { currencyOf } from '../../../platform/text/money.ts';
import { version } from '../../../version.ts';
import { SelfChanges } from '../people/people.schemas.ts';
import { ConsoleSession, ConsoleState, ConsoleWorkspace } from './session.schemas.ts';

const setupKey = 'setup_done';

const Place = {
  name: z.string().trim().min(1).max(100),
  country: Country,
  timezone: Timezone,
  language: Language,
};

export const sessionOperations = {
  getConsoleState: operation({
    method: 'get',
    path: '/owner/session',
    scope: 'console',
    summary: 'Get the state that the console starts with',
    tx: 'read',
    success: 200,
    response: ConsoleState,
    async run({ db, workspace, session }) {
      const user = await findUser(db, session.user.id);
      return {
        sessionId: session.id,
        user: session.user,
        version,
        workspace,
        currency: currencyOf(workspace.country) ?? null,
        workspaces: await listWorkspaces(db),
        needsSetup: (await readSetting(db, setupKey, z.boolean())) !== true,
        hasPassphrase: user !== null && user.passphrase !== null,
        isRemote: session.isRemote,
      };
    },
  }),

  chooseWorkspace: operation({
    method: 'put',
    path: '/owner/session/workspace',
    scope: 'console',
    summary: 'Switch the console to another workspace',
    tx: 'write',
    body: z.strictObject({ workspaceId: z.string().max(64) }),
    success: 200,
    response: ConsoleWorkspace,
    errors: ['unknown_reference'],
    async run({ db, session, body, fail }) {
      const chosen = (await listWorkspaces(db)).find((one) => one.id === body.workspaceId);
      if (!chosen) throw fail('unknown_reference', 'No such workspace');
      await moveSession(db, session.id, chosen.id);
      return chosen;
    },
  }),

  listSessions: operation({
    method: 'get',
    path: '/owner/sessions',
    scope: 'console',
    summary: 'List the console’s sessions: an owner sees all, others their own',
    tx: 'read',
    success: 200,
    response: listOf(ConsoleSession),
    async run({ db, session, now }) {
      const shown = (await listSessions(db, now)).filter(({ user_id }) => mayEnd(session, user_id));
      return {
        data: shown.map((row) => ({
          id: row.id,
          person: { id: row.user_id, name: row.user_name },
          isCurrent: row.id === session.id,
          isRemote: row.is_remote === 1,
          userAgent: row.user_agent,
          address: row.address,
          createdAt: row.created_at,
          lastSeenAt: row.last_seen_at,
        })),
      };
    },
  }),

  endSession: operation({
    method: 'delete',
    path: '/owner/sessions/{id}',
    scope: 'console',
    summary: 'End a console session: an owner any, others their own',
    tx: 'write',
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ db, session, params, now, fail }) {
      const row = (await listSessions(db, now)).find(({ id }) => id === params.id);
      if (!row || !mayEnd(session, row.user_id)) throw fail('not_found');
      await endSession(db, row.id);
    },
  }),

  offerDownload: operation({
    method: 'post',
    path: '/owner/downloads',
    scope: 'console',
    summary: 'Create a one-time download address, valid for a minute in the signed-in browser',
    description: 'The download itself needs the rights of its operation.',
    tx: 'none',
    body: z.strictObject({
      path: z
        .string()
        .max(300)
        .regex(/^\/owner\/[^?#\s]+$/),
    }),
    success: 201,
    response: z.object({ url: z.string() }),
    run: async ({ platform, session, body }) => ({ url: offerDownload(platform, body.path, session.id) }),
  }),

  finishSetup: operation({
    method: 'post',
    path: '/owner/setup',
    scope: 'owner',
    summary: 'Finish the first-run wizard',
    description:
      'Sets the name and place of the first shop and the name of the caller. For demo data call `POST /owner/demo`.',
    tx: 'write',
    body: z.strictObject({ ...Place, personName: SelfChanges.shape.name.optional() }),
    success: 200,
    response: ConsoleWorkspace,
    errors: ['not_found', 'name_taken'],
    async run({ db, workspace, actor, session, body, now, fail }) {
      const { personName, ...place } = body;
      await saveSetting(db, setupKey, true);
      await updateUser(db, session.user.id, { name: personName }, now);
      const updated = await updateWorkspace(db, workspace.id, place, { actor, now });
      if (!updated) throw fail('not_found');
      return updated;
    },
  }),

  createWorkspace: operation({
    method: 'post',
    path: '/owner/workspaces',
    scope: 'owner',
    summary: 'Add a workspace',
    tx: 'write',
    body: z.strictObject(Place),
    success: 201,
    response: ConsoleWorkspace,
    run: ({ db, body, now }) => insertWorkspace(db, body, now),
  }),
} satisfies Operations;

const mayEnd = ({ user }: Session, userId: string): boolean => user.role === 'owner' || user.id === userId;
