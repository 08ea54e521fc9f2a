import http from 'node:http';
import https from 'node:https';
import { type AuthenticationState, isLidUser, isPnUser, proto, type UserFacingSocketConfig } from 'baileys';
import { minuteMs } from '../../../platform/durations.ts';
import type { Proxies } from '../protocol.ts';

/** Settings of a connection. Only tests set another address or lifetime (see `server/config.ts`). */
export interface SocketSettings {
  url: string | null;
  version: [number, number, number] | null;
  codeLifetimeMs: number | null;
  /** The proxy of the machine. Every host that the client connects to is the vendor's. */
  proxy: Proxies | null;
}

/** Fixed: TLS to this host is the only proof of the genuine server, so nothing may redirect it. */
const serverUrl = 'wss://web.whatsapp.com/ws/chat';

const nothing = () => {};
/** A log that discards everything, since the library logs key material. */
export const silentLog = {
  level: 'silent',
  child: () => silentLog,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

const { INITIAL_BOOTSTRAP, NON_BLOCKING_DATA, PUSH_NAME } = proto.HistorySync.HistorySyncType;
/** Past chats stay on the phone; these parts map linked ids to numbers. */
const wantedHistory: (number | null | undefined)[] = [INITIAL_BOOTSTRAP, NON_BLOCKING_DATA, PUSH_NAME];

export const socketOptions = (
  settings: SocketSettings,
  auth: AuthenticationState,
  recall: (messageId: string) => Promise<proto.IMessage | undefined>,
): UserFacingSocketConfig => ({
  auth,
  logger: silentLog,
  waWebSocketUrl: settings.url ?? serverUrl,
  ...(settings.proxy ? { agent: new https.Agent({ proxyEnv: toEnv(settings.proxy) }) } : {}),
  ...(settings.version ? { version: settings.version } : {}),
  ...(settings.codeLifetimeMs === null ? {} : { qrTimeout: settings.codeLifetimeMs }),
  // While a companion is online, the owner's phone does not notify.
  markOnlineOnConnect: false,
  syncFullHistory: false,
  shouldSyncHistoryMessage: ({ syncType }) => wantedHistory.includes(syncType),
  // Groups, channels and stories are not conversations with customers.
  shouldIgnoreJid: (jid) => !isPnUser(jid) && !isLidUser(jid),
  getMessage: async ({ id }) => (id ? recall(id) : undefined),
});

const toEnv = ({ http: httpProxy, https: httpsProxy, none }: Proxies) => ({
  ...(httpProxy === null ? {} : { http_proxy: httpProxy }),
  ...(httpsProxy === null ? {} : { https_proxy: httpsProxy }),
  no_proxy: none,
});

/** Makes the requests of this process, those for media, through the proxy. Without effect on Node before 24.14. */
export const useProxy = (proxies: Proxies): void => void http.setGlobalProxyFromEnv?.(toEnv(proxies));

/** How long a pairing code is shown: the first longer than those that follow. */
export const codeLifetimeMs = (settings: SocketSettings, attempt: number): number =>
  settings.codeLifetimeMs ?? (attempt === 1 ? minuteMs : 20_000);
