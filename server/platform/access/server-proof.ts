import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { readSetting, saveSetting } from '../settings.ts';

/**
 * A server proves that it uses a data folder: it signs a nonce with a key that lies there. The port is signed, too, so that
 * another program cannot hand the question on to the server and answer with what that says.
 */
const setting = 'server_proof_key';

export interface Challenge {
  nonce: string;
  /** At which the server was asked. */
  port: number;
}

const sign = (key: string, { nonce, port }: Challenge): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['frontdesk server', port, nonce]))
    .digest('base64url');

/** Accepts the nonces of commands alone; other texts are not signed. */
const isNonce = (text: string): boolean => /^[\w-]{22,64}$/.test(text);

export const newNonce = (): string => randomBytes(24).toString('base64url');

/** The server's answer; null for a challenge that is none, and before a command has asked for the first time. */
export async function proveServer(db: Db, challenge: Challenge): Promise<string | null> {
  const key = isNonce(challenge.nonce) ? await readSetting(db, setting, z.string()) : null;
  return key === null ? null : sign(key, challenge);
}

/** Returns the check of an answer; makes the key of a data folder that has none. */
export async function openProof(db: Db): Promise<(challenge: Challenge, proof: string) => boolean> {
  const stored = await readSetting(db, setting, z.string());
  const key = stored ?? randomBytes(32).toString('base64url');
  if (stored === null) await saveSetting(db, setting, key);
  return (challenge, proof) => {
    const [expected, given] = [sign(key, challenge), proof].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
}
