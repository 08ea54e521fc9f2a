import { z } from 'zod';

export const Login = z.union([
  z.strictObject({ token: z.string().max(100).describe('From a one-time link.') }),
  z.strictObject({ passphrase: z.string().max(200) }),
]);

export const passphraseLetters = 10;

export const Passphrase = z.strictObject({ passphrase: z.string().max(200) });

export const PassphraseWeakness = z.enum(['short', 'repeated', 'common', 'shopName']);
export type PassphraseWeakness = z.infer<typeof PassphraseWeakness>;

export const PassphraseCheck = z.object({
  weakness: PassphraseWeakness.nullable().describe('Null when the passphrase is acceptable.'),
});
export type PassphraseCheck = z.infer<typeof PassphraseCheck>;

export const ConsoleWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  timezone: z.string(),
  language: z.enum(['pt', 'en', 'es']),
});

/** The state that the console starts with. */
export const ConsoleState = z.object({
  sessionId: z.string(),
  version: z.string(),
  workspace: ConsoleWorkspace,
  workspaces: z.array(ConsoleWorkspace),
  needsSetup: z.boolean().describe('Whether the first-run wizard is still to be finished.'),
  hasPassphrase: z.boolean(),
  isLan: z.boolean().describe('Whether the session is on another machine.'),
});
export type ConsoleState = z.infer<typeof ConsoleState>;

export const ConsoleSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  isLan: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type ConsoleSession = z.infer<typeof ConsoleSession>;
