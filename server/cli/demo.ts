import { z } from 'zod';
import { callOwner } from './call-owner.ts';
import { type Command, defineCommand } from './command.ts';

const Made = z.object({ workspaceId: z.string(), name: z.string() });

export const demoCommands: Record<string, Command> = {
  demo: defineCommand({
    usage: 'demo [--language pt|en|es] [--remove]',
    summary: 'Make a demo shop beside the real one, or remove it with everything in it',
    positionals: [],
    options: { language: { type: 'string' }, remove: { type: 'boolean' } },
    input: z.strictObject({ language: z.enum(['pt', 'en', 'es']).optional(), remove: z.boolean().default(false) }),
    async run({ language, remove }, call) {
      if (remove) {
        await callOwner(call, 'DELETE', '/owner/demo', {});
        return { text: 'The demo shop is gone', json: { removed: true } };
      }
      const made = Made.parse(await callOwner(call, 'POST', '/owner/demo', { language }));
      return { text: `${made.name} is there (${made.workspaceId}): npx frontdesk login shows the way in`, json: made };
    },
  }),
};
