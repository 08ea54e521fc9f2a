import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Operations, operation } from '../../http/operation.ts';
import { AssistantSettings, readAssistantSettings, saveAssistantSettings } from './settings.ts';

const ShownSettings = AssistantSettings.extend({
  bridge: z
    .object({ command: z.string(), args: z.array(z.string()) })
    .nullable()
    .describe('The program on this machine that an assistant may start; null in the desktop program, which has none.'),
});

/** The command line next to the server's main program, in its sources and compiled. */
function findBridge(): z.output<typeof ShownSettings>['bridge'] {
  const cli = join(dirname(process.argv[1] ?? ''), 'cli.js');
  const isDesktop = process.versions.electron !== undefined;
  return isDesktop || !existsSync(cli) ? null : { command: process.execPath, args: [cli, 'mcp'] };
}

export const assistantOperations = {
  getAssistantSettings: operation({
    method: 'get',
    path: '/owner/assistants',
    scope: 'owner',
    summary: 'Get what assistants may do, and how they connect',
    tx: 'read',
    success: 200,
    response: ShownSettings,
    run: async ({ db, workspace }) => ({ ...(await readAssistantSettings(db, workspace.id)), bridge: findBridge() }),
  }),

  setAssistantSettings: operation({
    method: 'put',
    path: '/owner/assistants',
    scope: 'owner',
    summary: 'Set what assistants may do',
    tx: 'write',
    body: AssistantSettings,
    success: 200,
    response: ShownSettings,
    async run(work) {
      await saveAssistantSettings(work, work.body);
      return { ...work.body, bridge: findBridge() };
    },
  }),
} satisfies Operations;
