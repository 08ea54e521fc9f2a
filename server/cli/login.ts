import { z } from 'zod';
import { createLoginToken, loginLink } from '../platform/access/console-sessions.ts';
import { type Command, defineCommand } from './command.ts';
import { openHome } from './open-home.ts';

export const commands: Record<string, Command> = {
  login: defineCommand({
    details: 'The link works once, within an hour, in a browser on this machine.',
    examples: ['login'],
    input: z.strictObject({}),
    async run(_input, call) {
      const token = await openHome(call, (database) => database.write((db) => createLoginToken(db, call.now)));
      const url = loginLink(`http://127.0.0.1:${call.config.port}`, token);
      return { text: url, json: { url } };
    },
  }),
};
