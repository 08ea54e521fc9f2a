import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { readSetting, saveSetting } from '../settings.ts';

/**
 * A server proves that it uses a data folder by signing a nonce with a key stored there. It signs its port as well;
 * otherwise another program could relay the challenge to the server and return its response.
 */
const setting = 'server_proof_key';

export interface Challenge {
  nonce: string;
  /** The port on which the server was asked. */
  port: number;
}

const sign = (key: string, { nonce, port }: Challenge): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['frontdesk server', port, nonce]))
    .digest('base64url');

/** True for the nonces of our commands; no other text is signed. */
const isNonce = (text: string): boolean => /^[\w-]{22,64}$/.test(text);

export const newNonce = (): string => randomBytes(24).toString('base64url');

/** Returns the server's proof; null for an invalid challenge, or before the first command has created the key. */
export async function proveServer(db: Db, challenge: Challenge): Promise<string | null> {
  const key = isNonce(challenge.nonce) ? await readSetting(db, setting, z.string()) : null;
  return key === null ? null : sign(key, challenge);
}

/** Returns a function that verifies proofs. Creates the data folder's key if it is missing. */
export async function openProof(db: Db): Promise<(challenge: Challenge, proof: string) => boolean> {
  const stored = await readSetting(db, setting, z.string());
  const key = stored ?? randomBytes(32).toString('base64url');
  if (stored === null) await saveSetting(db, setting, key);
  return (challenge, proof) => {
    const [expected, given] = [sign(key, challenge), proof].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
}
