import type { Platform } from '../../../platform/platform.ts';
import { dayOf } from '../../../platform/text/days.ts';
import { forgetQuestionsBefore } from '../metrics/counters.store.ts';
import { deleteTurnsBefore } from './turns.store.ts';

const keptForMs = 8 * 24 * 3_600_000;

/** Turns are only looked at while they may still be sent, questions as long as metrics show them. */
export async function forgetTurns(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - keptForMs).toISOString();
  await platform.write(async ({ db }) => {
    await deleteTurnsBefore(db, before);
    await forgetQuestionsBefore(db, dayOf('UTC', before));
  });
}
