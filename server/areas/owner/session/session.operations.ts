import { z } from 'zod';
import { offerDownload } from '../../../http/downloads.ts';
import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import {
  clearPassphrase,
  endSession,
  hashPassphrase,
  hasPassphrase,
  listSessions,
  moveSession,
  savePassphrase,
} from '../../../platform/access/console-sessions.ts';
import { updateWorkspace } from '../../../platform/access/update-workspace.ts';
import { Country, insertWorkspace, listWorkspaces, Timezone } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/problem.ts';
import { readSetting, saveSetting } from '../../../platform/settings.ts';
import { version } from '../../../version.ts';
import { findWeakness } from './find-weakness.ts';
import {
  ConsoleSession,
  ConsoleState,
  ConsoleWorkspace,
  Passphrase,
  PassphraseCheck,
  type PassphraseWeakness,
  passphraseLetters,
} from './session.schemas.ts';

const setupKey = 'setup_done';

const Place = {
  name: z.string().trim().min(1).max(100),
  country: Country,
  timezone: Timezone,
  language: z.enum(['pt', 'en', 'es']),
};

const advice = 'take four words that do not belong together';
const weaknesses: Record<PassphraseWeakness, string> = {
  short: `must have ${passphraseLetters} characters or more`,
  repeated: `repeats itself or counts on: ${advice}`,
  common: `is among the first that are tried: ${advice}`,
  shopName: `is the name of the shop: ${advice}`,
};

const weaknessOf = async (db: Db, passphrase: string) =>
  findWeakness(
    passphrase,
    (await listWorkspaces(db)).map(({ name }) => name),
  );

export const sessionOperations = {
  getConsoleState: operation({
    method: 'get',
    path: '/owner/session',
    scope: 'owner',
    summary: 'Read what the console needs to begin',
    tx: 'read',
    success: 200,
    response: ConsoleState,
    async run({ db, workspace, actor, now }) {
      const sessions = await listSessions(db, now);
      return {
        sessionId: actor.id ?? '',
        version,
        workspace,
        workspaces: await listWorkspaces(db),
        needsSetup: (await readSetting(db, setupKey, z.boolean())) !== true,
        hasPassphrase: await hasPassphrase(db),
        isLan: sessions.some((session) => session.id === actor.id && session.is_lan === 1),
      };
    },
  }),

  chooseWorkspace: operation({
    method: 'put',
    path: '/owner/session/workspace',
    scope: 'owner',
    summary: 'Look at another workspace from here on',
    tx: 'write',
    body: z.strictObject({ workspaceId: z.string().max(64) }),
    success: 200,
    response: ConsoleWorkspace,
    errors: ['unknown_reference'],
    async run({ db, actor, body, fail }) {
      const chosen = (await listWorkspaces(db)).find((one) => one.id === body.workspaceId);
      if (!chosen) throw fail('unknown_reference', 'No such workspace');
      await moveSession(db, actor.id ?? '', chosen.id);
      return chosen;
    },
  }),

  listSessions: operation({
    method: 'get',
    path: '/owner/sessions',
    scope: 'owner',
    summary: 'List who is signed in at the console',
    tx: 'read',
    success: 200,
    response: listOf(ConsoleSession),
    async run({ db, actor, now }) {
      const sessions = await listSessions(db, now);
      return {
        data: sessions.map((row) => ({
          id: row.id,
          isCurrent: row.id === actor.id,
          isLan: row.is_lan === 1,
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
    scope: 'owner',
    summary: 'Sign a console out',
    tx: 'write',
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ db, params, fail }) {
      if (!(await endSession(db, params.id))) throw fail('not_found');
    },
  }),

  offerDownload: operation({
    method: 'post',
    path: '/owner/downloads',
    scope: 'owner',
    summary: 'Make an address for a download: good once, for a minute, in the browser that is signed in',
    tx: 'none',
    body: z.strictObject({
      path: z
        .string()
        .max(300)
        .regex(/^\/owner\/[^?#\s]+$/),
    }),
    success: 201,
    response: z.object({ url: z.string() }),
    run: async ({ platform, actor, body }) => ({ url: offerDownload(platform, body.path, actor.id ?? '') }),
  }),

  checkPassphrase: operation({
    method: 'post',
    path: '/owner/passphrase/check',
    scope: 'owner',
    summary: 'Say whether a passphrase may be set',
    tx: 'none',
    body: Passphrase,
    success: 200,
    response: PassphraseCheck,
    run: async ({ db, body }) => ({ weakness: await weaknessOf(db, body.passphrase) }),
  }),

  setPassphrase: operation({
    method: 'put',
    path: '/owner/passphrase',
    scope: 'owner',
    summary: 'Set the passphrase with which other machines of the LAN sign in',
    tx: 'none',
    body: Passphrase,
    success: 204,
    response: null,
    async run({ db, body, write }) {
      const weakness = await weaknessOf(db, body.passphrase);
      if (weakness !== null) throw invalid('body.passphrase', weaknesses[weakness], weakness);
      const hashed = await hashPassphrase(body.passphrase);
      await write(({ db }) => savePassphrase(db, hashed));
    },
  }),

  clearPassphrase: operation({
    method: 'delete',
    path: '/owner/passphrase',
    scope: 'owner',
    summary: 'Let nobody sign in from another machine any more',
    tx: 'write',
    success: 204,
    response: null,
    run: ({ db }) => clearPassphrase(db),
  }),

  finishSetup: operation({
    method: 'post',
    path: '/owner/setup',
    scope: 'owner',
    summary: 'Finish the first-run wizard',
    description: 'Names the first shop and says where it is. Demo data are another call, `POST /owner/demo`.',
    tx: 'write',
    body: z.strictObject(Place),
    success: 200,
    response: ConsoleWorkspace,
    errors: ['not_found'],
    async run({ db, workspace, actor, body, now, fail }) {
      await saveSetting(db, setupKey, true);
      const updated = await updateWorkspace(db, workspace.id, body, { actor, now });
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
