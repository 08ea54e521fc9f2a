import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { authenticate } from '../../../http/access/auth.ts';
import { isLanRequest } from '../../../http/access/guards.ts';
import { RateLimiter } from '../../../http/access/rate-limit.ts';
import { readJsonBody } from '../../../http/body/json-body.ts';
import { recognise } from '../../../http/connections/connections.ts';
import { sendProblem, toFieldErrors } from '../../../http/send-problem.ts';
import {
  endSession,
  hasPassphrase,
  isPassphrase,
  openSession,
  sessionCookie,
  sessionSeconds,
  useLoginToken,
} from '../../../platform/access/console-sessions.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { type Caller, GuessQueue } from './guess-queue.ts';
import { Login } from './session.schemas.ts';

/** Ten attempts per address, then one every six seconds. */
const triesPerAddress = { burst: 10, perSecond: 1 / 6 };

/** Bytes of a token or a passphrase, with room for escapes. */
const largestLogin = 4 * 1024;

/**
 * `POST /owner/login` opens the session that all other owner operations need: it sets the cookie and returns the page
 * secret that each request must carry. `POST /owner/logout` ends the session.
 */
export function loginRoutes(platform: Platform): Router {
  const tries = new RateLimiter(triesPerAddress, platform.clock);
  const guesses = new GuessQueue();
  const router = Router();
  router.post('/owner/login', async (request, response) => {
    try {
      const caller = callerOf(platform, request);
      tries.take(caller.name, response);
      const parsed = Login.safeParse(await readJsonBody(request, largestLogin));
      if (parsed.error) {
        throw new Problem('validation_failed', undefined, { errors: toFieldErrors('body', parsed.error) });
      }
      const inTurn = (check: () => Promise<boolean>): Promise<boolean> => {
        const turn = guesses.take(caller, response, check);
        // The queue bounds waiting guesses, so their connections need not count as unrecognised.
        recognise(request);
        return turn;
      };
      await assertGood(platform, parsed.data, isLanRequest(request), inTurn);
      recognise(request);
      await signIn(platform, request, response);
    } catch (error) {
      sendProblem(response, response.locals.requestId, error, platform.log);
    }
  });
  router.post('/owner/logout', (request, response) =>
    signOut(platform, request, response).catch((error) =>
      sendProblem(response, response.locals.requestId, error, platform.log),
    ),
  );
  return router;
}

/**
 * The caller that attempts are counted for: an address; or `tunnel` for all requests through the tunnel, so they do not
 * lock out the owner on this machine, whose address they share.
 */
function callerOf(platform: Platform, request: Request): Caller {
  const { publicUrl } = platform.config;
  const isTunnel = publicUrl !== null && request.headers.host === new URL(publicUrl).host;
  if (isTunnel && !isLanRequest(request)) return { name: 'tunnel', isLocal: false };
  return { name: request.socket.remoteAddress ?? '', isLocal: !isLanRequest(request) };
}

/** Throws `login_refused` for a wrong token or passphrase. Other machines need the passphrase: a link works only here. */
async function assertGood(
  platform: Platform,
  login: z.output<typeof Login>,
  isLan: boolean,
  inTurn: (check: () => Promise<boolean>) => Promise<boolean>,
): Promise<void> {
  const { read } = platform.database;
  if (isLan && !(await hasPassphrase(read))) {
    throw new Problem('login_refused', 'Other machines sign in with a passphrase, and the owner has not set one');
  }
  if (isLan && 'token' in login) {
    throw new Problem('login_refused', 'A link works only on the server’s machine: use the passphrase here');
  }
  const isGood =
    'token' in login
      ? await platform.write(({ db, now }) => useLoginToken(db, login.token, now))
      : await inTurn(() => isPassphrase(read, login.passphrase));
  if (!isGood) {
    throw new Problem(
      'login_refused',
      'token' in login ? 'This link was used or has expired: request a new one' : 'The passphrase is wrong',
    );
  }
}

async function signIn(platform: Platform, request: Request, response: Response): Promise<void> {
  const address = request.socket.remoteAddress ?? '';
  const secrets = await platform.write(async ({ db, now }) => {
    const [workspace] = await listWorkspaces(db);
    if (!workspace) throw new Error('There is no workspace');
    const userAgent = request.get('user-agent') ?? '';
    return openSession(db, { workspaceId: workspace.id, isLan: isLanRequest(request), userAgent, address }, now);
  });
  setCookie(request, response, secrets.cookie, sessionSeconds);
  response.setHeader('Cache-Control', 'no-store');
  response.json({ pageSecret: secrets.page });
}

async function signOut(platform: Platform, request: Request, response: Response): Promise<void> {
  const { keyId, isOwner } = await authenticate(platform, request);
  if (!isOwner) throw new Problem('owner_only');
  await platform.write(({ db }) => endSession(db, keyId));
  setCookie(request, response, '', 0);
  response.status(204).end();
}

function setCookie(request: Request, response: Response, value: string, seconds: number): void {
  const secure = 'encrypted' in request.socket ? '; Secure' : '';
  response.setHeader(
    'Set-Cookie',
    `${sessionCookie}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
  );
}
