import { createHmac } from 'node:crypto';
import { looksLikeKey } from '../../platform/access/api-keys.ts';
import { endSession, openSession, pageHeader, sessionCookie } from '../../platform/access/console-sessions.ts';
import { loadSecrets, SealedKeyError } from '../../platform/access/secrets.ts';
import { findFirstOwner } from '../../platform/access/users.ts';
import { listOutboundAllowed } from '../../platform/net/outbound-addresses.ts';
import { trustSystemCertificates } from '../../platform/net/system-certificates.ts';
import { assertOwnServer } from '../assert-own-server.ts';
import { type Call, CommandError, UsageError } from '../command.ts';
import { openHome, pickWorkspace } from '../open-home.ts';
import { findApiKey } from '../read-key.ts';

/** A server whose events are read, and what belongs to the way in. */
export interface Source {
  url: string;
  /** Throws unless the server may receive them. */
  prove(): Promise<void>;
  /** Authenticate a request. */
  headers(): Record<string, string>;
  /** Addresses that are not public and may be forwarded to. */
  outboundAllow: string[];
  /** Signs what is forwarded: the same in every run, and nothing else is signed with it. */
  findSecret(): Promise<string>;
  /** Signs in again after a 401; null where that cannot help. */
  renew: (() => Promise<void>) | null;
  /** What a 401 means otherwise. */
  refusal: string;
  close(): Promise<void>;
}

export interface SourceWish {
  url?: string | undefined;
  'key-file'?: string | undefined;
  workspace?: string | undefined;
}

const toSecret = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`;

/** Opens the server of a key, or else that of this machine's data folder, which needs none. */
export async function openSource(call: Call, wish: SourceWish): Promise<Source> {
  const key = await findApiKey(wish['key-file']);
  if (wish.url?.startsWith('https:')) trustSystemCertificates();
  const url = wish.url?.replace(/\/$/, '') ?? `http://127.0.0.1:${call.config.port}`;
  if (key !== null) {
    if (wish.workspace !== undefined) throw new UsageError('--workspace cannot be given with a key, which has its own');
    return openWithKey(call, url, { key, isNamed: wish.url !== undefined });
  }
  if (wish.url !== undefined) throw new UsageError('--url needs a key: set FRONTDESK_KEY, or give --key-file');
  return openOwn(call, url, wish.workspace);
}

function openWithKey(call: Call, url: string, { key, isNamed }: { key: string; isNamed: boolean }): Source {
  if (!looksLikeKey(key)) throw new CommandError('This is no key of Frontdesk: it begins with fd_live_');
  return {
    url,
    // A server named by `--url` is trusted.
    prove: async () => (isNamed ? undefined : assertOwnServer(call, url)),
    headers: () => ({ authorization: `Bearer ${key}` }),
    outboundAllow: call.config.outboundAllow,
    findSecret: async () => toSecret(createHmac('sha256', key).update('frontdesk listen').digest()),
    renew: null,
    refusal: 'The key is unknown, revoked or expired',
    async close() {},
  };
}

/** Signs in as the first owner: whoever may write to the data folder may do anything. */
async function openOwn(call: Call, url: string, workspaceId: string | undefined): Promise<Source> {
  const { config } = call;
  const open = () =>
    openHome(call, async (database) => {
      const { id } = await pickWorkspace(database, workspaceId);
      const stored = await listOutboundAllowed(database.read);
      const { id: userId } = await findFirstOwner(database.read);
      const draft = {
        userId,
        workspaceId: id,
        isRemote: false,
        userAgent: 'npx frontdesk listen',
        address: '127.0.0.1',
      };
      const session = await database.write((db) => openSession(db, draft, new Date().toISOString()));
      return { session, workspaceId: id, outboundAllow: [...config.outboundAllow, ...stored] };
    });
  let opened = await open();
  // A restore may be under way; a session that is left expires.
  const end = () =>
    openHome(call, (database) => database.write((db) => endSession(db, opened.session.id))).catch(() => {});
  return {
    url,
    prove: () => assertOwnServer(call, url),
    headers: () => ({
      cookie: `${sessionCookie}=${opened.session.secrets.cookie}`,
      [pageHeader]: opened.session.secrets.page,
    }),
    outboundAllow: opened.outboundAllow,
    findSecret: () => deriveSecret(config.home, opened.workspaceId),
    async renew() {
      await end();
      opened = await open();
    },
    refusal: `The server at ${url} does not use the data folder ${config.home}: set FRONTDESK_PORT to the port of its own`,
    async close() {
      await end();
    },
  };
}

async function deriveSecret(home: string, workspaceId: string): Promise<string> {
  try {
    const secrets = await loadSecrets(home);
    return toSecret(Buffer.from(secrets.sign('listen', workspaceId), 'base64url'));
  } catch (error) {
    if (!(error instanceof SealedKeyError)) throw error;
    throw new CommandError('The desktop program keeps the key that signs: create an API key and set FRONTDESK_KEY');
  }
}
