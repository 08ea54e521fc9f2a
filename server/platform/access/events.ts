import { z } from 'zod';
import { defineLogEntry, eventsAbout } from '../work/define-event.ts';
import { Limits } from './workspaces.ts';

export const Quota = z
  .object({
    kind: Limits.keyof().describe('What is limited.'),
    period: z.string().describe('`total`, or the month as YYYY-MM.'),
    limit: z.int().min(0).describe('The most that the owner allows, in bytes for `storageBytes`, else a number.'),
    used: z.int().min(0).describe('How much of it was used when the event happened.'),
  })
  .meta({ id: 'QuotaNotice', description: 'A limit of the workspace that is used up, or soon will be.' });
const Trial = z
  .object({
    workspaceId: z.string().describe('Id of the workspace on trial.'),
    trialEndsAt: z.string().describe('When the trial ends, or ended.'),
  })
  .meta({ id: 'TrialNotice', description: 'The trial of a workspace.' });

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

/** A person confirmed an assistant's entries in a record. */
export const entryConfirmed = defineLogEntry(
  'entry.confirmed',
  z.object({ id: z.string(), by: z.string(), at: z.string(), fields: z.array(z.string()) }),
);
