import { z } from 'zod';
import { isSendingPaused, setSendingPaused } from '../platform/work/sending-pause.ts';
import { type Command, defineCommand, type Output, openHome } from './command.ts';

const show = (paused: boolean): Output => ({
  json: { paused },
  text: paused
    ? 'Sending is paused: nothing goes out to customers or webhooks until "npx frontdesk sending resume".'
    : 'Sending is on.',
});

/** Defines `sending pause` and `sending resume`. */
const defineSwitch = (word: 'pause' | 'resume', summary: string): Command =>
  defineCommand({
    summary,
    examples: [`sending ${word}`],
    input: z.strictObject({}),
    run: (_input, call) =>
      openHome(call, async (database) => {
        await database.write((db) => setSendingPaused(db, word === 'pause'));
        return show(word === 'pause');
      }),
  });

export const sendingCommands: Record<string, Command> = {
  'sending pause': defineSwitch(
    'pause',
    'Send nothing to customers and webhooks; incoming messages are still received',
  ),
  'sending resume': defineSwitch('resume', 'Resume sending, starting with what waited'),
  'sending status': defineCommand({
    summary: 'Show whether sending is paused',
    examples: ['sending status'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(isSendingPaused(database.read))),
  }),
};
