import { z } from 'zod';
import { Language } from '../../../platform/text/languages.ts';
import { Role } from '../people/people.schemas.ts';

export const Login = z.union([
  z.strictObject({ token: z.string().max(100).describe('From a one-time link.') }),
  z.strictObject({
    name: z.string().max(200).optional().describe('May be left out while one person alone has a passphrase.'),
    passphrase: z.string().max(200),
  }),
]);

export const ConsoleWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  timezone: z.string(),
  language: Language,
});

/** The state that the console starts with. */
export const ConsoleState = z.object({
  sessionId: z.string(),
  user: z.object({ id: z.string(), name: z.string(), role: Role }),
  version: z.string(),
  workspace: ConsoleWorkspace,
  currency: z.string().nullable().describe('ISO 4217, of the country of `workspace`; null for a country without one.'),
  workspaces: z.array(ConsoleWorkspace),
  needsSetup: z.boolean().describe('Whether the first-run wizard is still to be finished.'),
  hasPassphrase: z.boolean().describe('Whether the person has a passphrase.'),
  isRemote: z.boolean().describe('True for a session on another machine.'),
});
export type ConsoleState = z.infer<typeof ConsoleState>;

export const ConsoleSession = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  isCurrent: z.boolean(),
  isRemote: z.boolean(),
  userAgent: z.string(),
  address: z.string().describe('Address from which the session was opened; `tunnel` for the public address.'),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type ConsoleSession = z.infer<typeof ConsoleSession>;
