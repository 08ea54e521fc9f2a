import { type AnyMessageContent, generateWAMessage, isPnUser, proto, type WAMessage, type WASocket } from 'baileys';
import type { Handlers } from '../ipc.ts';
import type { clientCalls, Outcome, Outgoing } from '../protocol.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { AuthState } from './auth-state.ts';
import { silentLog } from './socket-options.ts';
import { toQuoted, writeContent } from './write-content.ts';

type Asked<Name extends keyof typeof clientCalls> = Parameters<Handlers<typeof clientCalls>[Name]>[0];

/** Shorter than the server waits before it looks up an outcome: an upload given up here is never sent later. */
const uploadPatienceMs = 45_000;

/** Writes messages to the vendor through one socket. */
export class Sender {
  readonly #socket: WASocket;
  readonly #memory: AuthState;
  readonly #acknowledgements: Acknowledgements;
  readonly #keep: (messageId: string, content: string) => Promise<unknown>;
  /** Numbers already looked up, with the address of each as the vendor spells it. */
  readonly #found = new Map<string, string>();

  constructor(
    socket: WASocket,
    memory: AuthState,
    acknowledgements: Acknowledgements,
    keep: (messageId: string, content: string) => Promise<unknown>,
  ) {
    this.#socket = socket;
    this.#memory = memory;
    this.#acknowledgements = acknowledgements;
    this.#keep = keep;
  }

  async send(outgoing: Outgoing): Promise<Outcome> {
    const jid = await this.#findJid(outgoing.to);
    if (jid === null) return { kind: 'rejected', reason: 'not_on_app', detail: 'This number does not use the app' };
    return this.#write(jid, outgoing.messageId, writeContent(outgoing), toQuoted(jid, outgoing));
  }

  async react({ messageId, to, target, emoji }: Asked<'react'>): Promise<Outcome> {
    const jid = await this.#findJid(to);
    if (jid === null) return { kind: 'rejected', reason: 'not_on_app', detail: 'This number does not use the app' };
    const key = { remoteJid: jid, fromMe: target.fromMe, id: target.messageId };
    return this.#write(jid, messageId, { react: { text: emoji, key } });
  }

  async markRead({ to, messageIds }: Asked<'markRead'>): Promise<void> {
    const remoteJid = toJid(to);
    await this.#socket.readMessages(messageIds.map((id) => ({ remoteJid, id, fromMe: false })));
  }

  /**
   * Builds the content, stores it, then writes it: content that is not stored was certainly not written. The outcome is
   * the vendor's acknowledgement, not a successful write.
   */
  async #write(jid: string, messageId: string, content: AnyMessageContent, quoted?: WAMessage): Promise<Outcome> {
    const startedAt = Date.now();
    let message: proto.IMessage;
    try {
      const made = await generateWAMessage(jid, content, {
        userJid: this.#memory.auth.creds.me?.id ?? '',
        upload: this.#socket.waUploadToServer,
        logger: silentLog,
        messageId,
        ...(quoted ? { quoted } : {}),
      });
      if (!made.message || Date.now() - startedAt > uploadPatienceMs) throw new Error('too late');
      message = made.message;
    } catch {
      return { kind: 'rejected', reason: 'temporary', detail: 'The attachment could not be uploaded' };
    }
    await this.#keep(messageId, Buffer.from(proto.Message.encode(message).finish()).toString('base64'));
    const acknowledged = this.#acknowledgements.expect(messageId);
    this.#socket.relayMessage(jid, message, { messageId }).catch((error) => {
      this.#acknowledgements.settle(messageId, toFailure(error));
    });
    return acknowledged;
  }

  /** The address to write to; null when the number is not on the app. Known people are not looked up. */
  async #findJid(to: Outgoing['to']): Promise<string | null> {
    const jid = toJid(to);
    if (!isPnUser(jid) || this.#memory.isKnown(jid)) return jid;
    const found = this.#found.get(jid);
    if (found !== undefined) return found;
    const answers = await this.#socket.onWhatsApp(jid).catch(() => undefined);
    if (answers === undefined) return jid;
    const answer = answers.find(({ exists }) => exists);
    if (!answer) return null;
    this.#found.set(jid, answer.jid);
    return answer.jid;
  }
}

const toJid = ({ kind, value }: Outgoing['to']): string =>
  kind === 'lid' ? `${value}@lid` : `${value.replace(/^\+/, '')}@s.whatsapp.net`;

/** The library throws before it writes when the connection is closed or no device could be encrypted for. */
function toFailure(error: unknown): Outcome {
  const { message = '' } = error as Error;
  const isUnwritten = /Connection Closed|encryptions failed|Not authenticated/.test(message);
  if (isUnwritten)
    return { kind: 'rejected', reason: 'temporary', detail: 'The connection broke before the message was sent' };
  return { kind: 'unknown', detail: 'The connection broke while the message was sent' };
}
