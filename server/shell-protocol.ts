import { z } from 'zod';

/**
 * Messages between the desktop shell (Electron's main process) and the server (its utility process). Both sides
 * validate incoming messages and drop invalid ones.
 */

/** File in the data folder in which the shell stores the key, encrypted by the operating system for its user. */
export const sealedKeyName = 'secret.sealed';

/** The data folder's root key, in the format of its file. */
const SecretKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
/** Correlates a response with its request; chosen by the requester. */
const RequestId = z.string().min(1).max(64);

/** Environment variables that a child program gets: those that the system needs, and those that name trusted certificates. */
export const childVariables = [
  ...['SystemRoot', 'TMPDIR', 'TEMP', 'TMP'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_DIR', 'SSL_CERT_FILE'],
];

/** Programs that the shell starts for the server, by file name. */
const ChildProgram = z.enum(['qr-client.worker']);
export type ChildProgram = z.infer<typeof ChildProgram>;

export const ToServer = z.discriminatedUnion('type', [
  /**
   * The first message. `secretKey` is the key stored by the shell, null while there is none. With `keepsKey` the server
   * hands over the key of its file (`store-key`). `restore` names a backup to restore first.
   */
  z.strictObject({
    type: z.literal('start'),
    secretKey: SecretKey.nullable(),
    keepsKey: z.boolean(),
    restore: z.string().max(100).optional(),
  }),
  /** In place of `start`: the server answers `backups` and waits for its end. */
  z.strictObject({ type: z.literal('list-backups') }),
  /** The key is stored durably; the server may delete its file. */
  z.strictObject({ type: z.literal('key-stored') }),
  z.strictObject({ type: z.literal('login-link'), requestId: RequestId }),
  z.strictObject({ type: z.literal('pause-sending'), paused: z.boolean() }),
  /** The computer woke from a sleep that began then. */
  z.strictObject({ type: z.literal('woke'), sleptAt: z.iso.datetime() }),
  /** The child runs; its port is attached to the message. */
  z.strictObject({ type: z.literal('child-started'), requestId: RequestId }),
  z.strictObject({ type: z.literal('child-ended'), requestId: RequestId }),
  z.strictObject({ type: z.literal('stop') }),
]);
export type ToServer = z.infer<typeof ToServer>;

export const ShellStatus = z.strictObject({
  channels: z.strictObject({ count: z.int().min(0), connected: z.int().min(0) }),
  sendingPaused: z.boolean(),
  waiting: z.int().min(0).describe('Conversations that wait for a person.'),
});
export type ShellStatus = z.infer<typeof ShellStatus>;

/** A person is called to a conversation whose customer waits; `overdue`: for too long. */
const ShellAlert = z.strictObject({
  type: z.literal('alert'),
  kind: z.enum(['waiting', 'overdue']),
  conversationId: z.string().regex(/^conv_[0-9a-z]{26}$/),
  contactName: z.string().max(200),
  /** The customer's last message; empty when it was not text. */
  summary: z.string().max(200),
});
export type ShellAlert = z.infer<typeof ShellAlert>;

export const mostShownBackups = 20;

export const ShellBackup = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  createdAt: z.iso.datetime(),
  reason: z.enum(['nightly', 'manual', 'pre_migration']),
});
export type ShellBackup = z.infer<typeof ShellBackup>;

export const ToShell = z.discriminatedUnion('type', [
  /** `consoleUrl` is a one-time login link. */
  z.strictObject({ type: z.literal('ready'), url: z.url(), consoleUrl: z.url() }),
  z.strictObject({ type: z.literal('status'), ...ShellStatus.shape }),
  ShellAlert,
  z.strictObject({ type: z.literal('login-link'), requestId: RequestId, url: z.url() }),
  z.strictObject({ type: z.literal('store-key'), secretKey: SecretKey }),
  z.strictObject({ type: z.literal('start-child'), requestId: RequestId, program: ChildProgram }),
  z.strictObject({ type: z.literal('stop-child'), requestId: RequestId }),
  /** The backups, newest first. */
  z.strictObject({ type: z.literal('backups'), backups: z.array(ShellBackup).max(mostShownBackups) }),
  /** The server cannot start or continue; one line for the owner. */
  z.strictObject({ type: z.literal('failed'), message: z.string().max(2_000) }),
]);
export type ToShell = z.infer<typeof ToShell>;

/** The message of type `Type`. */
export type MessageOf<Union extends { type: string }, Type extends Union['type']> = Extract<Union, { type: Type }>;
