import { z } from 'zod';
import { type PauseReason, readPauseReason, setSendingPaused } from '../platform/work/sending-pause.ts';
import { type Command, defineCommand, type Output } from './command.ts';
import { openHome } from './open-home.ts';
import { program } from './usage.ts';

const show = (reason: PauseReason | null): Output => ({
  json: { paused: reason !== null, reason },
  text:
    reason === null
      ? 'Sending is on.'
      : `Sending is paused: ${causes[reason]}nothing goes out to customers or webhooks until "${program} sending resume".`,
});

const causes: Record<PauseReason, string> = {
  owner: '',
  restored: 'a backup was restored, and ',
  moved:
    'this folder is a copy or was moved, so make sure that no other computer runs the shop. Channels are closed, and ',
};

/** Defines `sending pause` and `sending resume`. */
const defineSwitch = (word: 'pause' | 'resume'): Command =>
  defineCommand({
    examples: [`sending ${word}`],
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        await database.write((db) => setSendingPaused(db, word === 'pause'));
        return show(await readPauseReason(database.read));
      }),
  });

export const commands: Record<string, Command> = {
  'sending pause': defineSwitch('pause'),
  'sending resume': defineSwitch('resume'),
  'sending status': defineCommand({
    examples: ['sending status'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await readPauseReason(database.read))),
  }),
};
