import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { OwnerError } from './owner-error.ts';

const RateLimit = z
  .string()
  .regex(/^(off|\d+\/\d+)$/, 'must be "off" or "burst/perSecond", for example 300/30')
  .transform((text) => {
    if (text === 'off') return null;
    const [burst = 0, perSecond = 0] = text.split('/').map(Number);
    return { burst, perSecond };
  });

const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

/** The URL of a proxy; a host and port without scheme mean http. */
const ProxyUrl = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : withScheme(text)))
  .pipe(z.url({ protocol: /^https?$/, error: 'must be the http or https URL of a proxy' }).nullable())
  .optional();

const usualPort = 7420;
const usualPatienceMs = 10_000;

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])$/;

const Environment = z.object({
  FRONTDESK_HOME: z.string().min(1).default('data'),
  FRONTDESK_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  FRONTDESK_HOST: z.string().min(1).default('127.0.0.1'),
  FRONTDESK_MACHINE: z.string().trim().min(1).max(100).optional(),
  FRONTDESK_LOG: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  FRONTDESK_RATE_LIMIT: RateLimit.prefault('300/30'),
  FRONTDESK_OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== '')),
  FRONTDESK_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  FRONTDESK_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'must be a version such as v25.0')
    .default('v25.0'),
  FRONTDESK_TEST_GRAPH_URL: z
    .url({ protocol: /^http$/, hostname: loopback, error: 'must be a loopback URL' })
    .optional(),
  FRONTDESK_QR_GAP_MS: z.coerce.number().int().min(0).max(60_000).default(700),
  FRONTDESK_QR_VERSION: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}\.\d{1,12}$/, 'must be a client version such as 2.3000.1043857760')
    .optional(),
  FRONTDESK_TEST_QR_URL: z.url({ protocol: /^ws$/, hostname: loopback, error: 'must be a loopback URL' }).optional(),
  FRONTDESK_TEST_QR_CODE_MS: z.coerce.number().int().min(1).optional(),
  FRONTDESK_TEST_PATIENCE_MS: z.coerce.number().int().min(100).optional(),
  http_proxy: ProxyUrl,
  HTTP_PROXY: ProxyUrl,
  https_proxy: ProxyUrl,
  HTTPS_PROXY: ProxyUrl,
  no_proxy: z.string().optional(),
  NO_PROXY: z.string().optional(),
  NODE_ENV: z.string().optional(),
});

/** The proxies of the machine, as other programs read them from the environment. */
export interface ProxySettings {
  /** URL of the proxy for http and https; null for none. */
  http: string | null;
  https: string | null;
  /** Hosts that are reached without it, separated by commas. */
  none: string;
}

/** Configuration from the environment. Paths are absolute. */
export interface Config {
  home: string;
  port: number;
  /** False if the owner has chosen the port: the server then moves to no other where it is taken. */
  mayMovePort: boolean;
  host: string;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Size of the token bucket and its refill per second; null disables the limit. */
  rateLimit: { burst: number; perSecond: number } | null;
  /** `host:port` entries that outbound requests may reach although they are not public; `*` allows any. */
  outboundAllow: string[];
  publicUrl: string | null;
  /** The proxy of this machine; null for none. Fixed hosts are reached through it (`platform/net/outbound-agents.ts`). */
  proxy: ProxySettings | null;
  /** Name of this machine if it has no system id, as in a container. */
  machine: string | null;
  /** The vendor's cloud API. Only tests use another address, which must be on this machine. */
  graph: { baseUrl: string; version: string };
  /** How long the event loop may block before the watchdog kills the process; only tests change it. */
  patienceMs: number;
  /** The client of the QR channel's vendor. */
  qr: {
    /** Minimum delay between two messages to one customer: bursts get accounts banned. */
    gapMs: number;
    /** Client version to report, when the built-in one is too old for the vendor. */
    version: [number, number, number] | null;
    /** Address and code lifetime for tests, on this machine only. */
    testUrl: string | null;
    testCodeMs: number | null;
  };
}

/** Lower case comes first, as in other programs. */
function readProxy(values: z.output<typeof Environment>): ProxySettings | null {
  const http = values.http_proxy ?? values.HTTP_PROXY ?? null;
  const https = values.https_proxy ?? values.HTTPS_PROXY ?? http;
  return http === null && https === null ? null : { http, https, none: values.no_proxy ?? values.NO_PROXY ?? '' };
}

/** An invalid environment. */
export class ConfigError extends OwnerError {}

/** Reads the configuration; throws `ConfigError` naming each invalid variable and a valid value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Frontdesk cannot start: ${faults.join('; ')}`);
  }
  const values = parsed.data;
  const testGraphUrl = values.FRONTDESK_TEST_GRAPH_URL;
  if (testGraphUrl !== undefined && values.NODE_ENV !== 'test') {
    throw new ConfigError('Frontdesk cannot start: FRONTDESK_TEST_GRAPH_URL is for tests only (NODE_ENV=test)');
  }
  if ((values.FRONTDESK_TEST_QR_URL ?? values.FRONTDESK_TEST_QR_CODE_MS) !== undefined && values.NODE_ENV !== 'test') {
    throw new ConfigError('Frontdesk cannot start: FRONTDESK_TEST_QR_… are for tests only (NODE_ENV=test)');
  }
  const testPatienceMs = values.FRONTDESK_TEST_PATIENCE_MS;
  if (testPatienceMs !== undefined && values.NODE_ENV !== 'test') {
    throw new ConfigError('Frontdesk cannot start: FRONTDESK_TEST_PATIENCE_MS is for tests only (NODE_ENV=test)');
  }
  const home = resolve(values.FRONTDESK_HOME);
  return {
    home,
    port: values.FRONTDESK_PORT ?? readRememberedPort(home) ?? usualPort,
    mayMovePort: values.FRONTDESK_PORT === undefined,
    host: values.FRONTDESK_HOST,
    logLevel: values.FRONTDESK_LOG,
    rateLimit: values.FRONTDESK_RATE_LIMIT,
    outboundAllow: values.FRONTDESK_OUTBOUND_ALLOW,
    publicUrl: values.FRONTDESK_PUBLIC_URL ?? null,
    proxy: readProxy(values),
    machine: values.FRONTDESK_MACHINE ?? null,
    patienceMs: testPatienceMs ?? usualPatienceMs,
    graph: { baseUrl: testGraphUrl ?? 'https://graph.facebook.com', version: values.FRONTDESK_GRAPH_VERSION },
    qr: {
      gapMs: values.FRONTDESK_QR_GAP_MS,
      version: (values.FRONTDESK_QR_VERSION?.split('.').map(Number) as [number, number, number] | undefined) ?? null,
      testUrl: values.FRONTDESK_TEST_QR_URL ?? null,
      testCodeMs: values.FRONTDESK_TEST_QR_CODE_MS ?? null,
    },
  };
}

/** Present once the server had to leave its usual port; in the data folder, since each user of a machine has one. */
const portFile = (home: string): string => join(home, 'port');

/** Returns the port that a server of this data folder has moved to; null if it has not. */
export function readRememberedPort(home: string): number | null {
  try {
    const port = Number(readFileSync(portFile(home), 'utf8'));
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

export const rememberPort = (home: string, port: number): Promise<void> =>
  writeFile(portFile(home), String(port), { mode: 0o600 });
