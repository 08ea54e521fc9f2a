import { type Operations, operation } from '../../../http/operation.ts';
import { listOf } from '../../../http/paginate.ts';
import { releaseFrom } from '../../../platform/access/answerers.ts';
import { endSessionsOf, listSessions } from '../../../platform/access/console-sessions.ts';
import { deleteUser, findUser, insertUser, listUsers, type User, updateUser } from '../../../platform/access/users.ts';
import type { Db } from '../../../platform/database/database.ts';
import { choosePassphrase } from './choose-passphrase.ts';
import { Passphrase, Person, PersonChanges, PersonDraft } from './people.schemas.ts';

const mostPeople = 100;

/** What an owner does with the people of the console. */
export const peopleOperations = {
  listPeople: operation({
    method: 'get',
    path: '/owner/people',
    scope: 'owner',
    summary: 'List the people who sign in to the console',
    tx: 'read',
    success: 200,
    response: listOf(Person),
    run: async ({ db, now }) => ({ data: await showPeople(db, await listUsers(db), now) }),
  }),

  createPerson: operation({
    method: 'post',
    path: '/owner/people',
    scope: 'owner',
    summary: 'Add a person',
    description: 'They sign in with this name and the passphrase. At most 100 people.',
    tx: 'none',
    body: PersonDraft,
    success: 201,
    response: Person,
    errors: ['name_taken', 'too_many'],
    async run({ db, body, now, write, fail }) {
      const { name, role } = body;
      const passphrase = body.passphrase === undefined ? null : await choosePassphrase(db, body.passphrase, name);
      const user = await write(async (work) => {
        if ((await listUsers(work.db)).length >= mostPeople) throw fail('too_many');
        return insertUser(work.db, { name, role, passphrase }, now);
      });
      return showPerson(db, user, now);
    },
  }),

  updatePerson: operation({
    method: 'patch',
    path: '/owner/people/{id}',
    scope: 'owner',
    summary: 'Change the name or the role of a person, or disable them',
    description:
      'One owner who is not disabled must remain: else 409 `last_owner`. The conversations of a person who is disabled are ' +
      'nobody’s, and stay so if the person is enabled again.',
    tx: 'write',
    body: PersonChanges,
    success: 200,
    response: Person,
    errors: ['not_found', 'name_taken', 'last_owner'],
    async run({ db, platform, actor, params, body: { name, role, disabled }, now, fail }) {
      const disabledAt = disabled === undefined ? undefined : disabled ? now : null;
      const user = await updateUser(db, params.id, { name, role, disabledAt }, now);
      if (!user) throw fail('not_found');
      if (disabled) await endSessionsOf(db, user.id);
      if (disabled) await releaseFrom(platform, db, actor, user.id);
      return showPerson(db, user, now);
    },
  }),

  setPersonPassphrase: operation({
    method: 'put',
    path: '/owner/people/{id}/passphrase',
    scope: 'owner',
    summary: 'Set the passphrase of a person',
    description: 'Ends their sessions on other machines.',
    tx: 'none',
    body: Passphrase,
    success: 200,
    response: Person,
    errors: ['not_found'],
    async run({ db, session, params, body, now, write, fail }) {
      const person = await findUser(db, params.id);
      if (!person) throw fail('not_found');
      const passphrase = await choosePassphrase(db, body.passphrase, person.name);
      const user = await write(async (work) => {
        await endSessionsOf(work.db, params.id, { onlyRemote: true, exceptId: session.id });
        return updateUser(work.db, params.id, { passphrase }, now);
      });
      if (!user) throw fail('not_found');
      return showPerson(db, user, now);
    },
  }),

  clearPersonPassphrase: operation({
    method: 'delete',
    path: '/owner/people/{id}/passphrase',
    scope: 'owner',
    summary: 'Remove the passphrase of a person, who can sign in by link at most',
    description: 'Ends their sessions.',
    tx: 'write',
    success: 200,
    response: Person,
    errors: ['not_found'],
    async run({ db, session, params, now, fail }) {
      const user = await updateUser(db, params.id, { passphrase: null }, now);
      if (!user) throw fail('not_found');
      await endSessionsOf(db, user.id, { exceptId: session.isRemote ? null : session.id });
      return showPerson(db, user, now);
    },
  }),

  endPersonSessions: operation({
    method: 'delete',
    path: '/owner/people/{id}/sessions',
    scope: 'owner',
    summary: 'End all sessions of a person',
    tx: 'write',
    success: 204,
    response: null,
    errors: ['not_found'],
    async run({ db, params, fail }) {
      if (!(await findUser(db, params.id))) throw fail('not_found');
      await endSessionsOf(db, params.id);
    },
  }),

  deletePerson: operation({
    method: 'delete',
    path: '/owner/people/{id}',
    scope: 'owner',
    summary: 'Delete a person and end their sessions; messages keep their name, open conversations are unassigned',
    tx: 'write',
    success: 204,
    response: null,
    errors: ['not_found', 'last_owner'],
    async run({ db, platform, actor, params, fail }) {
      await endSessionsOf(db, params.id);
      if (!(await deleteUser(db, params.id))) throw fail('not_found');
      await releaseFrom(platform, db, actor, params.id);
    },
  }),
} satisfies Operations;

async function showPeople(db: Db, users: User[], now: string): Promise<Person[]> {
  const byUser = Map.groupBy(await listSessions(db, now), ({ user_id }) => user_id);
  return users.map(({ passphrase, ...user }) => {
    const sessions = byUser.get(user.id) ?? [];
    return {
      ...user,
      hasPassphrase: passphrase !== null,
      sessions: sessions.length,
      // The newest comes first.
      lastSeenAt: sessions[0]?.last_seen_at ?? null,
    };
  });
}

async function showPerson(db: Db, user: User, now: string): Promise<Person> {
  const [person] = await showPeople(db, [user], now);
  return person as Person;
}
