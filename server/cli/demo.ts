import { z } from 'zod';
import { Language } from '../platform/text/languages.ts';
import { callOwner } from './call-owner.ts';
import { type Command, defineCommand } from './command.ts';
import { program } from './usage.ts';

const Made = z.object({ workspaceId: z.string(), name: z.string() });

export const commands: Record<string, Command> = {
  demo: defineCommand({
    examples: ['demo --language en', 'demo --remove --yes'],
    options: {
      language: { value: 'pt|en|es', about: 'The language of the demo shop; that of the first workspace if omitted' },
      remove: { about: 'Remove it' },
    },
    input: z.strictObject({ language: Language.optional(), remove: z.boolean().default(false) }),
    warn: ({ remove }) => (remove ? 'The demo shop is removed with all its data.' : null),
    async run({ language, remove }, call) {
      if (remove) {
        await callOwner(call, 'DELETE', '/owner/demo', {});
        return { text: 'The demo shop was removed.', json: { removed: true } };
      }
      const made = Made.parse(await callOwner(call, 'POST', '/owner/demo', { language }));
      return {
        text: `${made.name} was created (${made.workspaceId}): ${program} login prints a sign-in link`,
        json: made,
      };
    },
  }),
};
