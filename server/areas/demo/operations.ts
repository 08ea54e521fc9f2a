import { z } from 'zod';
import { inParts, type Operations, operation } from '../../http/operation.ts';
import { leaveWorkspace, moveSession } from '../../platform/access/console-sessions.ts';
import { deleteWorkspace } from '../../platform/access/delete-workspace.ts';
import { removeOwnFolder } from '../../platform/access/workspace-folders.ts';
import { listWorkspaces } from '../../platform/access/workspaces.ts';
import { clearSetting } from '../../platform/settings.ts';
import { Language } from '../../platform/text/languages.ts';
import { listChannels } from '../channels/index.ts';
import { demoSetting, fillDemo, findDemoId } from './fill-demo.ts';
import { DemoShop } from './schemas.ts';

export const demoOperations = {
  createDemo: operation({
    method: 'post',
    path: '/owner/demo',
    scope: 'owner',
    summary: 'Create a demo shop beside the real one',
    description: 'A separate workspace with a pizzeria and 30 days of history; the console switches to it.',
    tx: 'none',
    dear: { atOnce: 1 },
    // A shop of a known size, written in parts: some 28,000.
    steps: 40_000,
    body: z.strictObject({ language: Language.optional() }),
    success: 201,
    response: DemoShop,
    errors: ['demo_exists'],
    async run({ platform, workspace, actor, session, body, db, write, fail }) {
      if ((await findDemoId(db)) !== null) throw fail('demo_exists');
      const demo = await fillDemo(platform, actor, body.language ?? workspace.language);
      await write((work) => moveSession(work.db, session.id, demo.id));
      return { workspaceId: demo.id, name: demo.name };
    },
  }),

  removeDemo: operation({
    method: 'delete',
    path: '/owner/demo',
    scope: 'owner',
    summary: 'Remove the demo shop with everything in it',
    tx: 'none',
    // The shop may have grown while the owner tried things, and must always be removable.
    steps: inParts,
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ platform, db, fail }) {
      const demoId = await findDemoId(db);
      if (demoId === null) throw fail('not_found', 'There is no demo shop');
      const channels = await listChannels(db, demoId, { includeDeactivated: true });
      for (const { id } of channels) await platform.services.channelHub.close(id);
      await platform.write(
        async ({ db: inside }) => {
          const [first] = (await listWorkspaces(inside)).filter(({ id }) => id !== demoId);
          if (!first) throw new Error('No other workspace exists');
          await leaveWorkspace(inside, demoId, first.id);
          await deleteWorkspace(inside, platform.provided, demoId);
          await clearSetting(inside, demoSetting);
        },
        { alone: true },
      );
      await removeOwnFolder(platform, demoId);
    },
  }),
} satisfies Operations;
