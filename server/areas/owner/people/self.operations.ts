import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { endSessionsOf } from '../../../platform/access/console-sessions.ts';
import { isPassphrase } from '../../../platform/access/passphrases.ts';
import { findUser, listUsers, updateUser } from '../../../platform/access/users.ts';
import { invalid } from '../../../platform/problem.ts';
import { choosePassphrase, weaknessOf } from './choose-passphrase.ts';
import { Colleague, OwnPassphrase, PassphraseCheck, PassphraseToCheck, SelfChanges } from './people.schemas.ts';

/** What everyone at the console does with their own name and passphrase. */
export const selfOperations = {
  listColleagues: operation({
    method: 'get',
    path: '/owner/colleagues',
    scope: 'console',
    summary: 'List the people to whom something can be assigned, the caller among them',
    tx: 'read',
    success: 200,
    response: listOf(Colleague),
    run: async ({ db }) => ({ data: (await listUsers(db)).filter(({ disabledAt }) => disabledAt === null) }),
  }),

  renameSelf: operation({
    method: 'patch',
    path: '/owner/me',
    scope: 'console',
    summary: 'Change the own name',
    tx: 'write',
    body: SelfChanges,
    success: 200,
    response: Colleague,
    errors: ['not_found', 'name_taken'],
    async run({ db, session, body, now, fail }) {
      const user = await updateUser(db, session.user.id, body, now);
      if (!user) throw fail('not_found');
      return user;
    },
  }),

  checkPassphrase: operation({
    method: 'post',
    path: '/owner/passphrase/check',
    scope: 'console',
    summary: 'Check a passphrase for weaknesses',
    tx: 'none',
    body: PassphraseToCheck,
    success: 200,
    response: PassphraseCheck,
    run: async ({ db, session, body }) => ({
      weakness: await weaknessOf(db, body.passphrase, body.name ?? session.user.name),
    }),
  }),

  setPassphrase: operation({
    method: 'put',
    path: '/owner/passphrase',
    scope: 'console',
    summary: 'Set the own passphrase, for which the present one is needed',
    description: 'Ends the caller’s other sessions on other machines.',
    tx: 'none',
    body: OwnPassphrase,
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ platform, db, session, body, now, write, fail }) {
      const user = await findUser(db, session.user.id);
      if (!user) throw fail('not_found');
      if (user.passphrase) {
        platform.services.passphraseTries.take(user.id);
        const isPresent = await isPassphrase(body.present ?? '', user.passphrase);
        if (!isPresent) throw invalid('body.present', 'is not the present passphrase', 'wrong_passphrase');
      }
      const passphrase = await choosePassphrase(db, body.passphrase, user.name);
      await write(async (work) => {
        await endSessionsOf(work.db, user.id, { onlyRemote: true, exceptId: session.id });
        await updateUser(work.db, user.id, { passphrase }, now);
      });
    },
  }),
} satisfies Operations;
