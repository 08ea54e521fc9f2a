import makeWASocket, {
  areJidsSameUser,
  type BinaryNode,
  type ConnectionState,
  jidDecode,
  jidNormalizedUser,
  proto,
  type WAMessage,
  type WASocket,
} from 'baileys';
import { minuteMs } from '../../../platform/durations.ts';
import type { ConnectionChange, JournalEntry, Outcome, ReceivedEvent } from '../protocol.ts';
import { type Acknowledgements, toOutcome } from './acknowledgements.ts';
import { ArrivalOrder } from './arrival-order.ts';
import type { AuthState } from './auth-state.ts';
import { CallReader } from './call-reader.ts';
import { withItems } from './fetch-cart.ts';
import type { MessageSecrets } from './message-secrets.ts';
import { PairingCodes } from './pairing-codes.ts';
import { readMessage, readPerson } from './read-message.ts';
import { readArrival, readReceipt, readWithheld } from './read-stanza.ts';
import { type SocketSettings, socketOptions } from './socket-options.ts';
import { unwrap } from './unwrap.ts';

/** Callbacks of a socket. All but `change` must reach the disk before the next callback takes effect. */
export interface SocketListener {
  change(change: ConnectionChange): void;
  arrival(entry: JournalEntry): void;
  receive(events: ReceivedEvent[], done: string[]): void;
  settled(messageId: string, outcome: Outcome, isLate: boolean): void;
  recall(messageId: string): Promise<proto.IMessage | undefined>;
}

/** Opens one connection to the vendor and converts everything it sends into calls of the listener. */
export function openSocket(
  settings: SocketSettings,
  memory: AuthState,
  acknowledgements: Acknowledgements,
  secrets: MessageSecrets,
  listener: SocketListener,
): WASocket {
  const { auth } = memory;
  const socket = makeWASocket(socketOptions(settings, auth, listener.recall));
  const order = new ArrivalOrder();
  const phoneOf = (lid: string) => memory.phoneOf(lid);
  const isOwn = (jid: string) => areJidsSameUser(jid, auth.creds.me?.id) || areJidsSameUser(jid, auth.creds.me?.lid);

  const own = () => [auth.creds.me?.id, auth.creds.me?.lid].flatMap((jid) => (jid ? jidNormalizedUser(jid) : []));
  const knowledge = { phoneOf, own, secrets };
  const calls = new CallReader(phoneOf);

  socket.ev.on('creds.update', () => memory.keepLogin().catch(() => {}));
  socket.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) {
      const messageId = message.key.id ?? '';
      const isRead = !isUndecrypted(message);
      const event = isRead && !isOwn(message.key.remoteJid ?? '') ? readMessage(message, knowledge) : null;
      const { orderMessage: cart } = unwrap(message.message ?? {}).content;
      order.settle(messageId, () => {
        if (event && cart) void withItems(socket, event, cart).then((full) => listener.receive([full], [messageId]));
        else if (isRead) listener.receive(event ? [event] : [], [messageId]);
      });
    }
  });
  socket.ev.on('lid-mapping.update', ({ lid, pn }) => {
    const person = readPerson(lid, pn, phoneOf, null);
    const event = { kind: 'identity', evidence: 'mapping', providerEventId: `${lid}=${pn}`, person } as const;
    listener.receive([{ ...event, at: new Date().toISOString() }], []);
  });
  listenToPairing(socket, settings, memory, listener);
  // The library ignores this event, which keeps the rejected connection open. The status comes from an intermediary
  // (a proxy, a portal), so it must not be interpreted as the vendor's.
  socket.ws.on('unexpected-response', () => {
    socket.end(Object.assign(new Error('The server did not open a web socket'), { output: { statusCode: 503 } }));
  });

  // Runs before the library's own listener, so the journal has the message before the library sends its receipt: the
  // library decrypts first, and the keys that this changes are written after the journal's entry.
  socket.ws.prependListener('CB:message', (node: BinaryNode) => {
    const arrival = readArrival(node, phoneOf);
    if (arrival && !isOwn(arrival.chat)) listener.arrival(arrival);
    const withheld = arrival && !isOwn(arrival.chat) && readWithheld(node, arrival);
    if (withheld) listener.receive([withheld], [arrival.messageId]);
    else if (arrival || node.attrs.recipient) order.expect(node.attrs.id ?? '');
  });
  socket.ws.prependListener('CB:call', (node: BinaryNode) => {
    const event = isOwn(node.attrs.from ?? '') ? null : calls.read(node);
    if (event) listener.receive([event], []);
  });
  socket.ws.on('CB:receipt', (node: BinaryNode) => {
    const statuses = readReceipt(node);
    if (statuses.length > 0 && !isOwn(node.attrs.from ?? '')) listener.receive(statuses, []);
  });
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const messageId = attrs.id ?? '';
    const outcome = toOutcome(messageId, attrs.error);
    listener.settled(messageId, outcome, !acknowledgements.settle(messageId, outcome));
  });
  return socket;
}

function listenToPairing(
  socket: WASocket,
  settings: SocketSettings,
  memory: AuthState,
  listener: SocketListener,
): void {
  const codes = new PairingCodes(settings, memory.auth.creds);
  socket.ev.on('connection.update', (update) => {
    if (update.qr) listener.change({ kind: 'code', ...codes.next(update.qr) });
    if (update.isNewLogin) listener.change({ kind: 'paired' });
    if (update.connection === 'open') listener.change({ kind: 'open', phone: ownNumber(memory) });
    if (update.connection === 'close') listener.change(toClosed(update));
    if (update.reachoutTimeLock) {
      const { isActive, timeEnforcementEnds } = update.reachoutTimeLock;
      const until = isActive ? (timeEnforcementEnds ?? new Date(Date.now() + minuteMs)).toISOString() : null;
      listener.change({ kind: 'limited', until });
    }
  });
  socket.ws.on('CB:notification,type:companion_reg_refresh', () => {
    const code = codes.renewSecret();
    if (code) listener.change({ kind: 'code', ...code });
  });
  // The account requires a passkey, which only the vendor's own apps can provide.
  for (const type of ['passkey_prologue_request', 'crsc_continuation']) {
    socket.ws.on(`CB:notification,type:${type}`, () => listener.change({ kind: 'blocked' }));
  }
}

const isUndecrypted = (message: WAMessage): boolean =>
  message.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT;

function ownNumber(memory: AuthState): string | null {
  const user = jidDecode(memory.auth.creds.me?.id)?.user;
  return user ? `+${user}` : null;
}

/**
 * Reads why a connection closed. An error of the network, TLS or a proxy is reported by its code: the library's
 * number for it is not the vendor's word.
 */
function toClosed({ lastDisconnect }: Partial<ConnectionState>): ConnectionChange {
  const error = lastDisconnect?.error as { output?: { statusCode?: number }; data?: unknown } | undefined;
  const cause = error?.data instanceof Error ? (error.data as NodeJS.ErrnoException).code : undefined;
  const fault = cause ?? null;
  return { kind: 'closed', code: fault === null ? (error?.output?.statusCode ?? 0) : 0, fault };
}
