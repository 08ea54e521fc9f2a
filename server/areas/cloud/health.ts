import { z } from 'zod';
import type { ChannelStatus, HealthCheck } from '../channels/index.ts';
import type { GraphClient } from './graph-client.ts';
import { GraphError } from './graph-errors.ts';

const Phone = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  name_status: z.string().optional(),
  code_verification_status: z.string().optional(),
  status: z.string().optional(),
  throughput: z.object({ level: z.string() }).optional().catch(undefined),
  whatsapp_business_manager_messaging_limit: z.string().optional().catch(undefined),
  health_status: z
    .object({
      can_send_message: z.string(),
      entities: z
        .array(
          z.object({
            entity_type: z.string(),
            errors: z
              .array(z.object({ error_description: z.string().optional(), possible_solution: z.string().optional() }))
              .optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});
export type Phone = z.infer<typeof Phone>;

const phoneFields = Object.keys(Phone.shape).join(',');
const Business = z.object({
  business_verification_status: z.string().optional(),
  account_review_status: z.string().optional(),
});

export const readPhone = (client: GraphClient): Promise<Phone> =>
  client.call({ path: `/${client.account.phoneNumberId}`, query: { fields: phoneFields }, answer: Phone });

/** The number as E.164; the vendor formats it with spaces and dashes. */
export const toPhoneNumber = (phone: Phone): string => `+${phone.display_phone_number.replaceAll(/\D/g, '')}`;

/** Converts a number's state to the channel's, with the reason for people. */
export function toChannelState(phone: Phone): { status: Exclude<ChannelStatus, 'DEACTIVATED'>; reason: string | null } {
  const { status = 'CONNECTED', health_status: health, quality_rating: quality } = phone;
  if (status === 'BANNED' || status === 'DELETED') return { status: 'BANNED', reason: `The number is ${status}` };
  if (['PENDING', 'DISCONNECTED', 'UNVERIFIED', 'MIGRATED'].includes(status)) {
    return { status: 'DISCONNECTED', reason: `The number is ${status}: register it on the platform` };
  }
  if (health && health.can_send_message !== 'AVAILABLE') {
    return { status: 'DEGRADED', reason: `Sending is ${health.can_send_message}: ${explain(phone)}` };
  }
  if (status !== 'CONNECTED') return { status: 'DEGRADED', reason: `The number is ${status}` };
  if (quality === 'RED') return { status: 'DEGRADED', reason: 'The quality rating is RED' };
  return { status: 'CONNECTED', reason: null };
}

function explain({ health_status: health }: Phone): string {
  const faults = health?.entities?.flatMap(({ errors }) => errors ?? []) ?? [];
  return faults.map((fault) => fault.possible_solution ?? fault.error_description).join('; ') || 'no reason given';
}

/** The vendor's verification of the business behind the account. Throws `GraphError`. */
export async function readVerification(client: GraphClient): Promise<{ status: string; detail: string | null }> {
  const fields = Object.keys(Business.shape).join(',');
  const business = await client.call({ path: `/${client.account.wabaId}`, query: { fields }, answer: Business });
  const review = business.account_review_status;
  return {
    status: business.business_verification_status ?? 'unknown',
    detail: review === undefined ? null : `Account review: ${review}`,
  };
}

/** Queries the vendor now: token, number, quality, throughput, limit and account. */
export async function checkCloudHealth(client: GraphClient): Promise<HealthCheck[]> {
  const [token, phone, account] = await Promise.all([
    timed(() => client.call({ path: '/me', query: { fields: 'id' }, answer: z.object({ id: z.string() }) })),
    timed(() => readPhone(client)),
    timed(() => readVerification(client)),
  ]);
  const ofPhone = (name: string, judge: (value: Phone) => [ok: boolean, detail: string | null]): HealthCheck =>
    phone.value === null
      ? { name, ok: false, latencyMs: phone.latencyMs, detail: phone.fault }
      : toCheck(name, judge(phone.value), phone.latencyMs);
  return [
    { name: 'token', ok: token.value !== null, latencyMs: token.latencyMs, detail: token.fault },
    ofPhone('phone', (value) => {
      const { status, reason } = toChannelState(value);
      return [status === 'CONNECTED', reason];
    }),
    ofPhone('quality', ({ quality_rating: rating = 'UNKNOWN' }) => [rating !== 'RED', rating]),
    ofPhone('throughput', ({ throughput }) => [throughput?.level !== 'NOT_APPLICABLE', throughput?.level ?? 'UNKNOWN']),
    ofPhone('messaging_limit', (value) => [true, value.whatsapp_business_manager_messaging_limit ?? 'UNKNOWN']),
    {
      name: 'account',
      ok: account.value !== null,
      latencyMs: account.latencyMs,
      detail: account.fault ?? account.value?.detail ?? null,
    },
  ];
}

const toCheck = (name: string, [ok, detail]: [boolean, string | null], latencyMs: number): HealthCheck => ({
  name,
  ok,
  latencyMs,
  detail,
});

interface Timed<Value> {
  value: Value | null;
  fault: string | null;
  latencyMs: number;
}

async function timed<Value>(ask: () => Promise<Value>): Promise<Timed<Value>> {
  const startedAt = performance.now();
  const latency = (): number => Math.round(performance.now() - startedAt);
  try {
    const value = await ask();
    return { value, fault: null, latencyMs: latency() };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { value: null, fault: error.detail, latencyMs: latency() };
  }
}
