import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { authenticate, cookieNameOf, isEncrypted } from '../../../http/access/auth.ts';
import { isLanRequest } from '../../../http/access/guards.ts';
import { RateLimiter } from '../../../http/access/rate-limit.ts';
import { readJsonBody } from '../../../http/body/json-body.ts';
import { recognise } from '../../../http/connections/connections.ts';
import { sendProblem, toFieldErrors } from '../../../http/send-problem.ts';
import { endSession, openSession, sessionSeconds, useLoginToken } from '../../../platform/access/console-sessions.ts';
import { isPassphrase } from '../../../platform/access/passphrases.ts';
import { findByName, findFirstOwner, findUser, listUsers, type User } from '../../../platform/access/users.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { type Caller, GuessQueue } from './guess-queue.ts';
import { Login } from './session.schemas.ts';

/** Ten attempts per address, then one every six seconds. */
const triesPerAddress = { burst: 10, perSecond: 1 / 6 };

/** Bytes of a token, or of a name and a passphrase, with room for escapes. */
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
      const inTurn: InTurn = (check) => {
        const turn = guesses.take(caller, response, check);
        // The queue bounds waiting guesses, so their connections need not count as unrecognised.
        recognise(request);
        return turn;
      };
      const user = await findCaller(platform, parsed.data, isLanRequest(request), inTurn);
      recognise(request);
      await signIn(platform, user, request, response);
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

/** Runs a check of a passphrase when its turn comes. */
type InTurn = (check: () => Promise<boolean>) => Promise<boolean>;

/**
 * Who signs in: the first owner by a link, everyone else by name and passphrase. Throws `login_refused` when the login is
 * wrong. Other machines need a passphrase: a link works only here.
 */
async function findCaller(
  platform: Platform,
  login: z.output<typeof Login>,
  isLan: boolean,
  inTurn: InTurn,
): Promise<User> {
  const { read } = platform.database;
  const people = (await listUsers(read)).filter(({ passphrase, disabledAt }) => passphrase !== null && !disabledAt);
  if (isLan && people.length === 0) {
    throw new Problem('login_refused', 'Other machines sign in with a passphrase, and the owner has not set one');
  }
  if (!('token' in login)) return findByPassphrase(people, login, inTurn);
  if (isLan) {
    throw new Problem('login_refused', 'A link works only on the server’s machine: use the passphrase here');
  }
  if (!(await platform.write(({ db, now }) => useLoginToken(db, login.token, now)))) {
    throw new Problem('login_refused', 'This link was used or has expired: request a new one');
  }
  return findFirstOwner(read);
}

/** An unknown name costs as much as a wrong passphrase and is refused alike, so that nobody learns who works here. */
async function findByPassphrase(
  people: User[],
  { name, passphrase }: { name?: string | undefined; passphrase: string },
  inTurn: InTurn,
): Promise<User> {
  if (name === undefined && people.length > 1) throw invalid('body.name', 'Several people sign in here: give a name');
  const user = (name === undefined ? people[0] : findByName(people, name)) ?? null;
  const isGood = await inTurn(() => isPassphrase(passphrase, user?.passphrase ?? null));
  if (isGood && user) return user;
  throw new Problem('login_refused', 'The name or the passphrase is wrong');
}

async function signIn(platform: Platform, user: User, request: Request, response: Response): Promise<void> {
  const address = request.socket.remoteAddress ?? '';
  const { secrets } = await platform.write(async ({ db, now }) => {
    // A check of a passphrase takes its time: the person may have been changed meanwhile.
    if ((await findUser(db, user.id))?.updatedAt !== user.updatedAt) throw new Problem('login_refused', 'Try again');
    const [workspace] = await listWorkspaces(db);
    if (!workspace) throw new Error('There is no workspace');
    const userAgent = request.get('user-agent') ?? '';
    const draft = { userId: user.id, workspaceId: workspace.id, isLan: isLanRequest(request), userAgent, address };
    return openSession(db, draft, now);
  });
  setCookie(request, response, secrets.cookie, sessionSeconds);
  response.setHeader('Cache-Control', 'no-store');
  response.json({ pageSecret: secrets.page });
}

async function signOut(platform: Platform, request: Request, response: Response): Promise<void> {
  const { session } = await authenticate(platform, request);
  if (!session) throw new Problem('owner_only', 'No key signs out: only a session of the console ends');
  await platform.write(({ db }) => endSession(db, session.id));
  setCookie(request, response, '', 0);
  response.status(204).end();
}

function setCookie(request: Request, response: Response, value: string, seconds: number): void {
  const secure = isEncrypted(request) ? '; Secure' : '';
  response.setHeader(
    'Set-Cookie',
    `${cookieNameOf(request)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
  );
}
