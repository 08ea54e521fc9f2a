import type { Extensions } from '../../../platform/wiring.ts';
import type { StoppedPart } from '../../../platform/work/stopped-parts.ts';
import { listEndpoints } from './endpoints.store.ts';

/** Webhooks that fail, and those that were switched off after their failures rather than by the owner. */
export const listStoppedWebhooks: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const endpoints = await listEndpoints(db, workspace.id);
  return endpoints.flatMap(({ id, url, active, failingSince, disabledReason, disabledAt }): StoppedPart[] => {
    const webhook = { part: 'webhook', id, name: url, reason: null, count: 1 } as const;
    if (active) return failingSince === null ? [] : [{ ...webhook, state: 'failing', since: failingSince }];
    const isOwners = disabledReason === 'endpoint_disabled';
    return isOwners || disabledAt === null ? [] : [{ ...webhook, state: 'off', since: disabledAt }];
  });
};
