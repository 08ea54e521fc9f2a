import { z } from 'zod';
import {
  allowOutbound,
  disallowOutbound,
  listOutboundAllowed,
  parseAllowEntry,
} from '../platform/net/outbound-addresses.ts';
import { type Command, CommandError, defineCommand } from './command.ts';
import { openHome } from './open-home.ts';
import { program } from './usage.ts';

const Address = z.strictObject({
  address: z
    .string()
    .refine((text) => parseAllowEntry(text) !== null, 'must be HOST:PORT, for example 192.168.0.20:8080, or *'),
});

const addressArgument = { address: 'HOST:PORT in the local network or on this machine, or * for all' };

const show = (allowed: string[]) => ({
  json: { allowed },
  text: allowed.length > 0 ? allowed.join('\n') : 'Only public addresses may be reached.',
});

export const commands: Record<string, Command> = {
  'outbound allow': defineCommand({
    examples: ['outbound allow 192.168.0.20:8080'],
    positionals: addressArgument,
    input: Address,
    run: ({ address }, call) =>
      openHome(call, async (database) => show(await database.write((db) => allowOutbound(db, address)))),
  }),

  'outbound list': defineCommand({
    examples: ['outbound list'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await listOutboundAllowed(database.read))),
  }),

  'outbound remove': defineCommand({
    examples: ['outbound remove 192.168.0.20:8080'],
    positionals: addressArgument,
    input: Address,
    run: ({ address }, call) =>
      openHome(call, async (database) => {
        const allowed = await listOutboundAllowed(database.read);
        if (!allowed.includes(String(parseAllowEntry(address))))
          throw new CommandError(`${address} is not on the list: ${program} outbound list shows it`);
        return show(await database.write((db) => disallowOutbound(db, address)));
      }),
  }),
};
