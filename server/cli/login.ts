import { z } from 'zod';
import { createLoginToken, loginLink } from '../platform/access/console-sessions.ts';
import { type Command, defineCommand, openHome } from './command.ts';

export const loginCommands: Record<string, Command> = {
  login: defineCommand({
    summary: 'Print a link that signs the first owner in to the console',
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
