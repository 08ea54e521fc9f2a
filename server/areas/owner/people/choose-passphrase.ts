import { type HashedPassphrase, hashPassphrase } from '../../../platform/access/passphrases.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/problem.ts';
import { findWeakness } from './find-weakness.ts';
import { type PassphraseWeakness, passphraseLetters } from './people.schemas.ts';

const advice = 'use four unrelated words';
const weaknesses: Record<PassphraseWeakness, string> = {
  short: `must have at least ${passphraseLetters} characters`,
  repeated: `must not be a repetition or a sequence: ${advice}`,
  common: `must not be a common passphrase: ${advice}`,
  shopName: `must not be the name of the shop: ${advice}`,
  personName: `must not be the person’s name: ${advice}`,
};

/** The weakness of a passphrase for the person of this name; null when it has none. */
export async function weaknessOf(db: Db, passphrase: string, person: string): Promise<PassphraseWeakness | null> {
  const shops = (await listWorkspaces(db)).map(({ name }) => name);
  return findWeakness(passphrase, { shops, person });
}

/** Hashes a new passphrase; takes about 100 ms. Throws 400 with the weakness as its code. */
export async function choosePassphrase(db: Db, passphrase: string, person: string): Promise<HashedPassphrase> {
  const weakness = await weaknessOf(db, passphrase, person);
  if (weakness !== null) throw invalid('body.passphrase', weaknesses[weakness], weakness);
  return hashPassphrase(passphrase);
}
