import { z } from 'zod';
import { roles } from '../../../platform/access/users.ts';

export const Role = z.enum(roles).describe('`attendant`: the day’s work, without settings, keys, backups and exports.');

const name = z.string().trim().min(1).max(80);
const passphrase = z.string().max(200);

/** A person who signs in to the console, as an owner sees them. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  hasPassphrase: z.boolean().describe('Without one the first owner signs in by a link, and nobody else at all.'),
  disabledAt: z.string().nullable().describe('Since when the person may not sign in; null when they may.'),
  sessions: z.int().describe('Number of browsers where they are signed in.'),
  lastSeenAt: z.string().nullable().describe('Of their present sessions, to the hour.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Person = z.infer<typeof Person>;

export const PersonDraft = z.strictObject({ name, role: Role, passphrase: passphrase.optional() });

export const PersonChanges = z.strictObject({
  name: name.optional(),
  role: Role.optional(),
  disabled: z.boolean().optional().describe('True ends all sessions of the person.'),
});

/** A person to whom something can be assigned. */
export const Colleague = z.object({ id: z.string(), name: z.string() });

export const SelfChanges = z.strictObject({ name });

export const Passphrase = z.strictObject({ passphrase });

export const OwnPassphrase = z.strictObject({
  passphrase,
  present: passphrase.optional().describe('The present passphrase, if there is one.'),
});

export const PassphraseToCheck = z.strictObject({
  passphrase,
  name: z.string().max(200).optional().describe('Of the person; omitted: of the caller.'),
});

export const passphraseLetters = 10;

export const PassphraseWeakness = z.enum(['short', 'repeated', 'common', 'shopName', 'personName']);
export type PassphraseWeakness = z.infer<typeof PassphraseWeakness>;

export const PassphraseCheck = z.object({
  weakness: PassphraseWeakness.nullable().describe('Null when the passphrase is acceptable.'),
});
