import { z } from 'zod';
import { createLoginToken, loginLink } from '../platform/access/console-sessions.ts';
import { assertOwnServer } from './assert-own-server.ts';
import { type Command, CommandError, defineCommand } from './command.ts';
import { openHome } from './open-home.ts';

export const commands: Record<string, Command> = {
  login: defineCommand({
    details:
      'The link works once, within an hour, in a browser on this machine. It is not made while another program listens at ' +
      'the port of the server.',
    examples: ['login'],
    input: z.strictObject({}),
    async run(_input, call) {
      const origin = `http://127.0.0.1:${call.config.port}`;
      // If no server is running, the link works once one starts.
      await assertOwnServer(call, origin).catch((error) => {
        if (error instanceof CommandError) throw error;
        if (!isNothingThere(error)) throw new CommandError(sayForeign(origin));
      });
      const token = await openHome(call, (database) => database.write((db) => createLoginToken(db, call.now)));
      const url = loginLink(origin, token);
      return { text: url, json: { url } };
    },
  }),
};

/** Whether a request failed because no program listens at its port. */
const isNothingThere = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';

const sayForeign = (origin: string): string =>
  `The program at ${origin} does not answer like Frontdesk: end it, or set FRONTDESK_PORT to another port`;
