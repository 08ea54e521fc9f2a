import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { authenticate } from '../../../http/access/auth.ts';
import { readCookie, setCookie } from '../../../http/access/cookies.ts';
import { isGranted, senderOf } from '../../../http/access/local.ts';
import { readJsonBody } from '../../../http/body/json-body.ts';
import { recognise } from '../../../http/connections/connections.ts';
import { sendProblem, toFieldErrors } from '../../../http/send-problem.ts';
import {
  endSession,
  openSession,
  sessionCookie,
  sessionSeconds,
  useLoginToken,
} from '../../../platform/access/console-sessions.ts';
import { isPassphrase } from '../../../platform/access/passphrases.ts';
import { findByName, findFirstOwner, findUser, listUsers, type User } from '../../../platform/access/users.ts';
import { listWorkspaces } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { GuessQueue } from './guess-queue.ts';
import { deviceCookie, deviceSeconds, issueDevice, readDevice } from './known-devices.ts';
import { LoginLimits } from './login-limits.ts';
import { Login } from './session.schemas.ts';

/** Bytes of a token, or of a name and a passphrase, with room for escapes. */
const largestLogin = 4 * 1024;

/** All sign-ins count as one holder of connections, because the queue of guesses bounds them. */
const logins = { id: 'login', isPerson: false };

/**
 * `POST /owner/login` opens the session that all other owner operations need: it sets the cookie and returns the page
 * secret that each request must carry. `POST /owner/logout` ends the session.
 */
export function loginRoutes(platform: Platform): Router {
  const limits = new LoginLimits(platform.clock);
  const guesses = new GuessQueue();
  const router = Router();
  router.post('/owner/login', async (request, response) => {
    try {
      const parsed = Login.safeParse(await readJsonBody(request, largestLogin));
      if (parsed.error) {
        throw new Problem('validation_failed', undefined, { errors: toFieldErrors('body', parsed.error) });
      }
      const cookie = readCookie(platform, request, deviceCookie);
      const inTurn: InTurn = (name, user, check) => {
        const device = user && readDevice(platform.secrets, cookie, user.id);
        const turn = guesses.take(limits.take(request, response, { name, device }), response, check);
        // The queue bounds waiting guesses, so their connections need not count as unrecognised.
        recognise(request, logins);
        return turn;
      };
      const user = await findCaller(platform, parsed.data, isGranted(request, 'loginLink'), inTurn);
      recognise(request, logins);
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

/** Counts an attempt with this name, and runs it when its turn comes. */
type InTurn = (name: string, user: User | null, check: () => Promise<boolean>) => Promise<boolean>;

/**
 * Who signs in: the first owner by a link, everyone else by name and passphrase. Throws `login_refused` when the login is
 * wrong. Other machines need a passphrase: a link works only here.
 */
async function findCaller(
  platform: Platform,
  login: z.output<typeof Login>,
  takesLink: boolean,
  inTurn: InTurn,
): Promise<User> {
  const { read } = platform.database;
  const people = (await listUsers(read)).filter(({ passphrase, disabledAt }) => passphrase !== null && !disabledAt);
  if (!takesLink && people.length === 0) {
    throw new Problem('login_refused', 'Other machines sign in with a passphrase, and the owner has not set one');
  }
  if (!('token' in login)) return findByPassphrase(people, login, inTurn);
  if (!takesLink) {
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
  const isGood = await inTurn(user?.name ?? name ?? '', user, () => isPassphrase(passphrase, user?.passphrase ?? null));
  if (isGood && user) return user;
  throw new Problem('login_refused', 'The name or the passphrase is wrong');
}

async function signIn(platform: Platform, user: User, request: Request, response: Response): Promise<void> {
  const address = senderOf(request);
  const isRemote = !isGranted(request, 'lastingSession');
  const { secrets } = await platform.write(async ({ db, now }) => {
    // A check of a passphrase takes its time: the person may have been changed meanwhile.
    if ((await findUser(db, user.id))?.updatedAt !== user.updatedAt) throw new Problem('login_refused', 'Try again');
    const [workspace] = await listWorkspaces(db);
    if (!workspace) throw new Error('There is no workspace');
    const userAgent = request.get('user-agent') ?? '';
    const draft = { userId: user.id, workspaceId: workspace.id, isRemote, userAgent, address };
    return openSession(db, draft, now);
  });
  setCookie(platform, request, sessionCookie, secrets.cookie, sessionSeconds);
  setCookie(platform, request, deviceCookie, issueDevice(platform.secrets, user.id), deviceSeconds);
  response.setHeader('Cache-Control', 'no-store');
  response.json({ pageSecret: secrets.page });
}

async function signOut(platform: Platform, request: Request, response: Response): Promise<void> {
  const { session } = await authenticate(platform, request);
  if (!session) throw new Problem('owner_only', 'No key signs out: only a session of the console ends');
  await platform.write(({ db }) => endSession(db, session.id));
  setCookie(platform, request, sessionCookie, '', 0);
  response.status(204).end();
}
