import { z } from 'zod';
import { newNonce, openProof } from '../platform/access/server-proof.ts';
import { type Call, CommandError } from './command.ts';
import { openHome } from './open-home.ts';

const answerWithinMs = 5_000;
const Answer = z.object({ proof: z.string().max(100) });

/** Another program, or the server of another data folder, listens on the port. */
export class ForeignServerError extends CommandError {}

/**
 * Throws `ForeignServerError` unless the server at `url` proves that it uses this data folder. Commands call it before
 * they send a secret, because any local program can listen on the port. Throws the network error if nothing answers.
 */
export async function assertOwnServer(call: Call, url: string): Promise<void> {
  const isProof = await openHome(call, (database) => database.write(openProof));
  const nonce = newNonce();
  const response = await fetch(`${url}/healthz?nonce=${nonce}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const { data } = Answer.safeParse(await response.json().catch(() => null));
  if (data && isProof({ nonce, port: Number(new URL(url).port) }, data.proof)) return;
  const { home } = call.config;
  throw new ForeignServerError(
    `The server at ${url} does not use the data folder ${home}: set FRONTDESK_PORT to the port of its own`,
  );
}
