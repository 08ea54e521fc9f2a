import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { minuteMs } from '../durations.ts';
import { runInWorker, workerFile } from '../running/workers.ts';

/** A passphrase as stored. */
export const HashedPassphrase = z.object({ salt: z.string(), hash: z.string() });
export type HashedPassphrase = z.infer<typeof HashedPassphrase>;

const scryptBytes = 32;
const stretchLimits = { timeoutMs: minuteMs, heapMb: 64, buffersMb: 128 };

/** Runs in its own thread: in Node's pool it would delay every file operation. */
const stretch = (passphrase: string, salt: string): Promise<string> =>
  runInWorker(
    workerFile(import.meta.url, 'passphrase.worker'),
    { passphrase: passphrase.normalize('NFKC'), salt, bytes: scryptBytes },
    stretchLimits,
  );

const newSalt = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a passphrase. Takes about 100 ms of another thread, so call it before the transaction. */
export async function hashPassphrase(passphrase: string): Promise<HashedPassphrase> {
  const salt = newSalt();
  return { salt, hash: await stretch(passphrase, salt) };
}

/**
 * Compares a passphrase with a stored one. Costs about 50 ms of a core, so callers must limit how often anybody may ask.
 * The work is the same when none is stored, so that its duration does not tell who exists.
 */
export async function isPassphrase(given: string, stored: HashedPassphrase | null): Promise<boolean> {
  const { salt, hash } = stored ?? { salt: newSalt(), hash: '0'.repeat(scryptBytes * 2) };
  const isSame = timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(await stretch(given, salt), 'hex'));
  return isSame && stored !== null;
}
