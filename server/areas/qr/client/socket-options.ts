import { type AuthenticationState, isLidUser, isPnUser, proto, type UserFacingSocketConfig } from 'baileys';
import { minuteMs } from '../../../platform/durations.ts';

/** What the server decides about a connection. Only tests give another address or lifetime (see `server/config.ts`). */
export interface SocketSettings {
  url: string | null;
  version: [number, number, number] | null;
  codeLifetimeMs: number | null;
}

/** The address is fixed here: TLS to this host is all that tells us the true server, so nothing may redirect it. */
const serverUrl = 'wss://web.whatsapp.com/ws/chat';

const nothing = () => {};
/** The library logs key material: it gets a log that keeps nothing. */
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
/** The chats of the past stay on the phone; these parts tell which linked ids and numbers are one person. */
const wantedHistory: (number | null | undefined)[] = [INITIAL_BOOTSTRAP, NON_BLOCKING_DATA, PUSH_NAME];

export const socketOptions = (
  settings: SocketSettings,
  auth: AuthenticationState,
  recall: (messageId: string) => Promise<proto.IMessage | undefined>,
): UserFacingSocketConfig => ({
  auth,
  logger: silentLog,
  waWebSocketUrl: settings.url ?? serverUrl,
  ...(settings.version ? { version: settings.version } : {}),
  ...(settings.codeLifetimeMs === null ? {} : { qrTimeout: settings.codeLifetimeMs }),
  // Shown as online, the owner's phone would stop ringing.
  markOnlineOnConnect: false,
  syncFullHistory: false,
  shouldSyncHistoryMessage: ({ syncType }) => wantedHistory.includes(syncType),
  // Groups, channels and stories are no conversations with customers.
  shouldIgnoreJid: (jid) => !isPnUser(jid) && !isLidUser(jid),
  getMessage: async ({ id }) => (id ? recall(id) : undefined),
});

/** How long a pairing code is shown: the first longer than those that follow. */
export const codeLifetimeMs = (settings: SocketSettings, attempt: number): number =>
  settings.codeLifetimeMs ?? (attempt === 1 ? minuteMs : 20_000);
