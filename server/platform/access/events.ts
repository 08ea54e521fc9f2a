import { z } from 'zod';
import { eventsAbout } from '../work/define-event.ts';
import { Limits } from './workspaces.ts';

export const Quota = z
  .object({
    kind: Limits.keyof(),
    period: z.string().describe('`total`, or the month as YYYY-MM.'),
    limit: z.int(),
    used: z.int(),
  })
  .meta({ id: 'QuotaNotice' });
const Trial = z.object({ workspaceId: z.string(), trialEndsAt: z.string() }).meta({ id: 'TrialNotice' });

const quota = { kind: 'messagesPerMonth', period: '2026-11', limit: 5000 } as const;
const workspaceId = 'ws_01kamr1a0be2d4f6g8h0j2k4mn';

const quotaEvent = eventsAbout('Quota', Quota);
const trialEvent = eventsAbout('Trial', Trial);

export const quotaWarning = quotaEvent(
  'quota.warning',
  'The workspace has used 80 % of a limit; emitted once a period.',
  { source: 'SYSTEM', data: { ...quota, used: 4000 } },
);
export const quotaExceeded = quotaEvent(
  'quota.exceeded',
  'The workspace has used all of a limit; emitted once a period.',
  { source: 'SYSTEM', data: { ...quota, used: 5000 } },
);
export const trialStarted = trialEvent('trial.started', 'The owner has put the workspace on trial.', {
  source: 'SYSTEM',
  data: { workspaceId, trialEndsAt: '2026-12-05T22:15:00.000Z' },
});
export const trialLocked = trialEvent(
  'trial.locked',
  'The trial has ended: the workspace can only be read and exported.',
  { source: 'SYSTEM', data: { workspaceId, trialEndsAt: '2026-11-21T22:15:00.000Z' } },
);
