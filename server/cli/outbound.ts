import { z } from 'zod';
import {
  allowOutbound,
  disallowOutbound,
  listOutboundAllowed,
  parseAllowEntry,
} from '../platform/net/outbound-addresses.ts';
import { type Command, CommandError, defineCommand, openHome } from './command.ts';

const Entry = z.strictObject({
  entry: z
    .string()
    .refine((text) => parseAllowEntry(text) !== null, 'must be HOST:PORT, for example 192.168.0.20:8080, or *'),
});

const show = (allowed: string[]) => ({
  json: { allowed },
  text: allowed.length > 0 ? allowed.join('\n') : 'Only public addresses may be reached.',
});

export const outboundCommands: Record<string, Command> = {
  'outbound allow': defineCommand({
    usage: 'outbound allow HOST:PORT',
    summary: 'Allow webhooks and flows to reach an address that is not public',
    positionals: ['entry'],
    input: Entry,
    run: ({ entry }, call) =>
      openHome(call, async (database) => show(await database.write((db) => allowOutbound(db, entry)))),
  }),

  'outbound list': defineCommand({
    usage: 'outbound list',
    summary: 'Show the allowed addresses; FRONTDESK_OUTBOUND_ALLOW adds to them',
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await listOutboundAllowed(database.read))),
  }),

  'outbound remove': defineCommand({
    usage: 'outbound remove HOST:PORT',
    summary: 'Remove an allowed address',
    positionals: ['entry'],
    input: Entry,
    run: ({ entry }, call) =>
      openHome(call, async (database) => {
        const allowed = await listOutboundAllowed(database.read);
        if (!allowed.includes(String(parseAllowEntry(entry))))
          throw new CommandError(`${entry} is not on the list: npx frontdesk outbound list shows it`);
        return show(await database.write((db) => disallowOutbound(db, entry)));
      }),
  }),
};
