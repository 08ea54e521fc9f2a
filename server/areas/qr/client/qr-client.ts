import { proto, type WASocket } from 'baileys';
import { trustSystemCertificates } from '../../../platform/net/system-certificates.ts';
import type { Handlers, Peer } from '../ipc.ts';
import type { clientCalls, serverCalls } from '../protocol.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { AuthState } from './auth-state.ts';
import { downloadMedia } from './download-media.ts';
import { MessageSecrets } from './message-secrets.ts';
import { openSocket, type SocketListener } from './open-socket.ts';
import { Sender } from './sender.ts';
import { type SocketSettings, useProxy } from './socket-options.ts';

/** The only host for media, whatever a message says: a customer must not make us fetch from elsewhere. */
const mediaHost = 'mmg.whatsapp.net';
const probePatienceMs = 10_000;

/** The client of one account, in its own process: the socket, its keys, and the handlers of the server's calls. */
export class QrClient {
  server!: Peer<typeof clientCalls, typeof serverCalls>;
  readonly #acknowledgements = new Acknowledgements();
  readonly #secrets = new MessageSecrets();
  #settings: SocketSettings = { url: null, version: null, codeLifetimeMs: null, proxy: null };
  #memory = new AuthState([], async () => {});
  #socket: WASocket | null = null;
  #sender: Sender | null = null;

  readonly handlers: Handlers<typeof clientCalls> = {
    open: async ({ auth, ...settings }) => {
      this.#settings = settings;
      trustSystemCertificates();
      if (settings.proxy) useProxy(settings.proxy);
      this.#memory = new AuthState(auth, (entries) => this.server.ask('keep', entries));
      return this.#open();
    },
    reopen: async () => this.#open(),
    close: async () => this.#close(),
    logout: async () => {
      await this.#connected().logout();
      return null;
    },
    send: async (message) => this.#sender?.send(message) ?? notConnected,
    react: async (reaction) => this.#sender?.react(reaction) ?? notConnected,
    markRead: async (read) => {
      await this.#sender?.markRead(read);
      return null;
    },
    download: (file) => downloadMedia(this.#connected(), file, this.#settings.url === null ? mediaHost : undefined),
    probe: async () => this.#probe(),
    askPhone: async (entries) => {
      const socket = this.#connected();
      for (const { messageId, chat } of entries) {
        // Not awaited: it first waits two seconds for the message to arrive by itself.
        socket.requestPlaceholderResend({ remoteJid: chat, fromMe: false, id: messageId }).catch(() => {});
      }
      return null;
    },
  };

  #connected(): WASocket {
    if (!this.#socket) throw new Error('Not connected');
    return this.#socket;
  }

  async #open(): Promise<null> {
    this.#leave();
    const socket = openSocket(
      this.#settings,
      this.#memory,
      this.#acknowledgements,
      this.#secrets,
      this.#listenTo(() => socket),
    );
    this.#socket = socket;
    this.#sender = new Sender(socket, this.#memory, this.#acknowledgements, (messageId, content) =>
      this.server.ask('sending', { messageId, content }),
    );
    return null;
  }

  async #close(): Promise<null> {
    await this.#leave();
    return null;
  }

  /** Closes the current socket. On a dead connection this takes half a minute, so only `close` waits for it. */
  #leave(): Promise<void> | undefined {
    const socket = this.#socket;
    this.#forgetSocket();
    return socket?.end(undefined);
  }

  #forgetSocket(): void {
    this.#socket = null;
    this.#sender = null;
    this.#acknowledgements.abandon();
  }

  /** A closed socket may still emit; connection changes count only from the current one. */
  #listenTo(socket: () => WASocket): SocketListener {
    const { server } = this;
    const ignore = () => {};
    return {
      change: (change) => {
        if (this.#socket !== socket()) return;
        if (change.kind === 'closed') this.#forgetSocket();
        server.ask('connection', change).catch(ignore);
      },
      // An event that cannot be stored now stays in the journal and is requested at the next start.
      arrival: (entry) => void server.ask('journal', entry).catch(ignore),
      receive: (events, done) => void server.ask('receive', { events, done }).catch(ignore),
      settled: (messageId, outcome, isLate) => void server.ask('settled', { messageId, outcome, isLate }).catch(ignore),
      recall: async (messageId) => {
        const content = await server.ask('recall', { messageId });
        return content === null ? undefined : proto.Message.decode(Buffer.from(content, 'base64'));
      },
    };
  }

  async #probe(): Promise<boolean> {
    const socket = this.#socket;
    if (!socket) return false;
    const attrs = { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' };
    const ping = { tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] };
    const isAnswered = await socket.query(ping, probePatienceMs).then(Boolean, () => false);
    // A socket that closed meanwhile has already reported its close, with the vendor's code.
    if (!isAnswered && socket === this.#socket) {
      this.#leave();
      this.server.ask('connection', { kind: 'closed', code: 0, fault: null }).catch(() => {});
    }
    return isAnswered;
  }
}

const notConnected = { kind: 'rejected', reason: 'temporary', detail: 'The channel is not connected' } as const;
