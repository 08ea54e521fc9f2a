import { z } from 'zod';

/**
 * What the desktop shell (Electron's main process) and the server (its utility process) tell each other. Both sides
 * check what comes in against these and drop what does not fit.
 */

/** The file in the data folder in which the shell keeps the key, encrypted by the operating system for its user. */
export const sealedKeyName = 'secret.sealed';

/** The data folder's root key, as its file holds it. */
const SecretKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
/** Ties an answer to its question; chosen by who asks. */
const RequestId = z.string().min(1).max(64);

/** The programs that the server may have the shell start, by the names of their files. */
const ChildProgram = z.enum(['qr-client.worker']);
export type ChildProgram = z.infer<typeof ChildProgram>;

export const ToServer = z.discriminatedUnion('type', [
  /**
   * The first message. `secretKey` is the key that the shell keeps, null when it keeps none yet; with `keepsKey` the
   * server hands over the key of its file (`store-key`).
   */
  z.strictObject({ type: z.literal('start'), secretKey: SecretKey.nullable(), keepsKey: z.boolean() }),
  /** The key is safe on the disk: its file may go. */
  z.strictObject({ type: z.literal('key-stored') }),
  z.strictObject({ type: z.literal('login-link'), requestId: RequestId }),
  z.strictObject({ type: z.literal('pause-sending'), paused: z.boolean() }),
  /** The child runs; the port to it comes with the message. */
  z.strictObject({ type: z.literal('child-started'), requestId: RequestId }),
  z.strictObject({ type: z.literal('child-ended'), requestId: RequestId }),
  z.strictObject({ type: z.literal('stop') }),
]);
export type ToServer = z.infer<typeof ToServer>;

export const ShellStatus = z.strictObject({
  channels: z.strictObject({ count: z.int().min(0), connected: z.int().min(0) }),
  sendingPaused: z.boolean(),
});
export type ShellStatus = z.infer<typeof ShellStatus>;

/** A conversation that now waits for a person. */
const Handoff = z.strictObject({
  type: z.literal('handoff'),
  conversationId: z.string().regex(/^conv_[0-9a-z]{26}$/),
  contactName: z.string().max(200),
  /** What the customer wrote last; empty when that was no text. */
  summary: z.string().max(200),
});
export type Handoff = z.infer<typeof Handoff>;

export const ToShell = z.discriminatedUnion('type', [
  /** `consoleUrl` signs in once. */
  z.strictObject({ type: z.literal('ready'), url: z.url(), consoleUrl: z.url() }),
  z.strictObject({ type: z.literal('status'), ...ShellStatus.shape }),
  Handoff,
  z.strictObject({ type: z.literal('login-link'), requestId: RequestId, url: z.url() }),
  z.strictObject({ type: z.literal('store-key'), secretKey: SecretKey }),
  z.strictObject({ type: z.literal('start-child'), requestId: RequestId, program: ChildProgram }),
  z.strictObject({ type: z.literal('stop-child'), requestId: RequestId }),
  /** The server cannot start; one line for the owner. */
  z.strictObject({ type: z.literal('failed'), message: z.string().max(2_000) }),
]);
export type ToShell = z.infer<typeof ToShell>;

/** One message of the kind `Type`. */
export type MessageOf<Union extends { type: string }, Type extends Union['type']> = Extract<Union, { type: Type }>;
