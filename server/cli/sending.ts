import { z } from 'zod';
import { isSendingPaused, setSendingPaused } from '../platform/work/sending-pause.ts';
import { type Command, defineCommand, type Output } from './command.ts';
import { openHome } from './open-home.ts';
import { program } from './usage.ts';

const show = (paused: boolean): Output => ({
  json: { paused },
  text: paused
    ? `Sending is paused: nothing goes out to customers or webhooks until "${program} sending resume".`
    : 'Sending is on.',
});

/** Defines `sending pause` and `sending resume`. */
const defineSwitch = (word: 'pause' | 'resume'): Command =>
  defineCommand({
    examples: [`sending ${word}`],
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        await database.write((db) => setSendingPaused(db, word === 'pause'));
        return show(word === 'pause');
      }),
  });

export const commands: Record<string, Command> = {
  'sending pause': defineSwitch('pause'),
  'sending resume': defineSwitch('resume'),
  'sending status': defineCommand({
    examples: ['sending status'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(isSendingPaused(database.read))),
  }),
};
