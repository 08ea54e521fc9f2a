import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import { retryWaitMs } from '../../../platform/work/retry.ts';
import { disableEndpoint, updateEndpoint } from '../endpoints/endpoints.store.ts';
import type { AttemptTrigger } from '../schemas.ts';
import { type DeliveryRow, insertAttempt } from './deliveries.store.ts';
import { retryWaitsMs } from './retry-schedule.ts';
import type { Answer, Receiver } from './send-webhook.ts';

const disabledAfterMs = 5 * dayMs;
const gone = 410;

export interface Recorded {
  nextAttemptAt: string | null;
  /** Whether this attempt was the one that switched the endpoint off. */
  disabled: boolean;
}

/**
 * Writes an attempt down and what follows from it for its delivery and its endpoint. An attempt that somebody asked for
 * can only improve the delivery: when it fails, status and schedule stay as they are.
 */
export async function recordAttempt(
  db: Db,
  receiver: Receiver,
  delivery: DeliveryRow,
  answer: Answer,
  trigger: AttemptTrigger,
): Promise<Recorded> {
  const { workspaceId } = receiver;
  const number = delivery.attempts + 1;
  const attempt = {
    delivery_id: delivery.id,
    number,
    workspace_id: workspaceId,
    trigger,
    at: answer.at,
    duration_ms: answer.durationMs,
    status: answer.status,
    response_body: answer.responseBody,
    error: answer.error,
  };
  const changes = trigger === 'SCHEDULED' ? afterScheduled(delivery, answer) : afterManual(delivery, answer);
  insertAttempt(db, attempt, {
    ...delivery,
    ...changes,
    attempts: number,
    last_status: answer.status,
    updated_at: answer.endedAt,
  });
  return { nextAttemptAt: changes.next_attempt_at ?? null, disabled: await judgeEndpoint(db, receiver, answer) };
}

const delivered = (answer: Answer): Partial<DeliveryRow> => ({
  status: 'DELIVERED',
  error: null,
  next_attempt_at: null,
  delivered_at: answer.endedAt,
});

function afterScheduled(delivery: DeliveryRow, answer: Answer): Partial<DeliveryRow> {
  const scheduledAttempts = delivery.scheduled_attempts + 1;
  if (answer.error === null) return { ...delivered(answer), scheduled_attempts: scheduledAttempts };
  const isGone = answer.status === gone;
  const waitMs = isGone ? null : retryWaitMs(retryWaitsMs, scheduledAttempts, answer.retryAfterMs ?? 0);
  return {
    status: waitMs === null ? 'FAILED' : 'RETRYING',
    error: isGone ? 'endpoint_gone' : answer.error,
    next_attempt_at: waitMs === null ? null : new Date(Date.parse(answer.endedAt) + waitMs).toISOString(),
    scheduled_attempts: scheduledAttempts,
  };
}

function afterManual(delivery: DeliveryRow, answer: Answer): Partial<DeliveryRow> {
  if (answer.error === null) return delivered(answer);
  return delivery.status === 'DELIVERED' ? {} : { error: answer.error };
}

/** Remembers since when the endpoint fails; switches it off when it is gone or has failed for five days on end. */
async function judgeEndpoint(db: Db, receiver: Receiver, answer: Answer): Promise<boolean> {
  const { workspaceId, endpointId, failing } = receiver;
  if (answer.error === null) {
    if (failing.since !== null) await updateEndpoint(db, workspaceId, endpointId, { failing_since: null });
    failing.since = null;
    return false;
  }
  // One that lies ahead is of a clock that was put back since.
  if (failing.since === null || failing.since > answer.endedAt) {
    await updateEndpoint(db, workspaceId, endpointId, { failing_since: answer.at });
    failing.since = answer.at;
  }
  const isFailing = Date.parse(answer.at) - Date.parse(failing.since) >= disabledAfterMs;
  if (answer.status !== gone && !isFailing) return false;
  await disableEndpoint(
    db,
    workspaceId,
    endpointId,
    answer.status === gone ? 'endpoint_gone' : 'endpoint_failing',
    answer.at,
  );
  return true;
}
