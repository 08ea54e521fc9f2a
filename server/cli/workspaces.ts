import { z } from 'zod';
import { updateWorkspace } from '../platform/access/update-workspace.ts';
import {
  Country,
  firstWorkspaceDraft,
  insertWorkspace,
  Limits,
  listWorkspaces,
  Timezone,
  type Workspace,
} from '../platform/access/workspaces.ts';
import { Language } from '../platform/text/languages.ts';
import { Moment } from '../platform/text/times.ts';
import type { Actor } from '../platform/work/work.ts';
import { type Command, CommandError, defineCommand, formatTable } from './command.ts';
import { openHome } from './open-home.ts';
import { program } from './usage.ts';

const Name = z.string().trim().min(1).max(100);

const limitKinds = Object.keys(Limits.shape);

/** `channels=3` or `channels=none`; repeatable. */
const LimitList = z
  .array(z.string())
  .transform((list) => list.map((entry) => /^(\w+)=(none|\d{1,15})$/.exec(entry) ?? []))
  .refine(
    (list) => list.every(([, kind]) => kind !== undefined && limitKinds.includes(kind)),
    `must be KIND=NUMBER or KIND=none, KIND one of ${limitKinds.join(', ')}`,
  )
  .transform((list) =>
    Object.fromEntries(list.map(([, kind, limit]) => [kind, limit === 'none' ? null : Number(limit)])),
  );

const TrialEnd = z.union([z.literal('none').transform(() => null), Moment], {
  error: 'must be a time such as 2027-01-31T00:00:00Z, or none',
});

const placeOptions = {
  name: { value: 'NAME', about: 'What the shop is called' },
  timezone: { value: 'ZONE', about: 'Its time zone, such as America/Sao_Paulo' },
  country: { value: 'CC', about: 'Its country in two letters, such as BR' },
  language: { value: 'pt|en|es', about: 'The language of its texts for customers' },
};

const shellActor: Actor = { source: 'SYSTEM', id: null, name: 'shell' };

const describe = (workspace: Workspace): string =>
  `"${workspace.name}" (${workspace.id}), ${workspace.timezone}, ${workspace.country}, ${workspace.language}`;

export const commands: Record<string, Command> = {
  'workspaces create': defineCommand({
    examples: ['workspaces create --name Padaria --timezone America/Sao_Paulo --country BR --language pt'],
    options: placeOptions,
    input: z.strictObject({
      name: Name,
      timezone: Timezone.optional(),
      country: Country.optional(),
      language: Language.optional(),
    }),
    run: (input, call) =>
      openHome(call, async (database) => {
        const draft = { ...firstWorkspaceDraft(input.timezone), ...input };
        const workspace = await database.write((db) => insertWorkspace(db, draft, call.now));
        return { json: workspace, text: `The workspace ${describe(workspace)} was created.` };
      }),
  }),

  'workspaces list': defineCommand({
    examples: ['workspaces list'],
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        const data = await listWorkspaces(database.read);
        const rows = data.map((one) => [
          one.id,
          one.name,
          one.timezone,
          one.country,
          one.language,
          Object.entries(one.limits)
            .map(([kind, limit]) => `${kind}=${limit}`)
            .join(' ') || 'none',
          one.trialEndsAt ?? 'none',
        ]);
        const headings = ['ID', 'NAME', 'TIME ZONE', 'COUNTRY', 'LANGUAGE', 'LIMITS', 'TRIAL ENDS'];
        return { json: { data }, text: formatTable(headings, rows) };
      }),
  }),

  'workspaces update': defineCommand({
    examples: [
      'workspaces update ws_01kbmz7w4rf0d2g6j8k1m3n5pq --name "Padaria Nova"',
      'workspaces update ws_01kbmz7w4rf0d2g6j8k1m3n5pq --limit channels=3 --limit agents=none',
    ],
    positionals: { id: 'Id of the workspace, as the list shows it' },
    options: {
      ...placeOptions,
      limit: {
        value: 'KIND=NUMBER',
        about: `The most of a kind it may have, or none; kinds: ${limitKinds.join(', ')}`,
        isList: true,
      },
      'trial-ends-at': { value: 'TIME', about: 'When its trial ends, such as 2027-01-31T00:00:00Z, or none' },
    },
    input: z.strictObject({
      id: z.string().max(60),
      name: Name.optional(),
      timezone: Timezone.optional(),
      country: Country.optional(),
      language: Language.optional(),
      limit: LimitList.optional(),
      'trial-ends-at': TrialEnd.optional(),
    }),
    run: ({ id, limit: limits, 'trial-ends-at': trialEndsAt, ...plain }, call) =>
      openHome(call, async (database) => {
        const changes = { ...plain, limits, trialEndsAt };
        const workspace = await database.write((db) =>
          updateWorkspace(db, id, changes, { actor: shellActor, now: call.now }),
        );
        if (!workspace) throw new CommandError(`There is no workspace ${id}: ${program} workspaces list shows them`);
        return { json: workspace, text: `The workspace ${describe(workspace)} was changed.` };
      }),
  }),
};
