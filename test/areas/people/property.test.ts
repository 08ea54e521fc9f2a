import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorkspace, type TestApp } from '../../support/server/app.ts';
import { openConsole } from '../../support/server/console.ts';
import { contactsOf, conversationsOf } from './support.ts';
import { type ChannelName, channelNames, type Happening, type World, worlds } from './worlds.ts';

type EventOf = Extract<Happening, { kind: 'event' }>;
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
type Shown = any;

/** A shop that receives the events of a world. */
async function openShop() {
  const shop = await openWorkspace();
  const console = await openConsole(shop);
  const { inbox } = shop.app.platform.services.channelHub;
  const channels = new Map<ChannelName, { id: string; workspaceId: string; provider: 'CLOUD_API'; name: string }>();
  for (const name of channelNames) {
    const provider = name === 'qr' ? '<QR_PROVIDER>' : 'CLOUD_API';
    const { body } = await shop.api.post('/api/channels', { name, provider });
    channels.set(name, { id: body.id, workspaceId: shop.workspace.id, provider: body.provider, name });
  }
  return {
    ...shop,
    console,
    idOf: (name: ChannelName) => channels.get(name)?.id,
    async receive({ channel, event }: EventOf) {
      await inbox.receive(channels.get(channel) as NonNullable<ReturnType<typeof channels.get>>, [event]);
      await inbox.idle();
    },
  };
}

/** The contacts that have an address of a person. */
async function contactsOfPerson({ api }: TestApp, { people }: World, index: number): Promise<Shown[]> {
  const values = valuesOf(people[index] as World['people'][number]);
  return (await contactsOf(api)).filter(({ addresses }: Shown) =>
    addresses.some(({ value }: Shown) => values.includes(value)),
  );
}

const valuesOf = ({ numbers, ids }: World['people'][number]): string[] =>
  [...numbers, ...Object.values(ids)].map(({ value }) => value);

/** Runs all events; returns the people who have opted out. */
async function happen(shop: Awaited<ReturnType<typeof openShop>>, world: World): Promise<Set<number>> {
  const optedOut = new Set<number>();
  for (const happening of world.happenings) {
    if (happening.kind === 'event') {
      await shop.receive(happening);
      continue;
    }
    const { kind, person } = happening;
    const [one, other] = await contactsOfPerson(shop, world, person);
    if (kind === 'optOut' && one) {
      expect((await shop.api.patch(`/api/contacts/${one.id}`, { optedOut: true })).status).toBe(200);
      optedOut.add(person);
    } else if (kind !== 'optOut' && other) {
      const joined = await shop.console.post('/owner/contacts/merge', { keep: other.id, merge: one.id });
      expect(joined.status).toBe(200);
      if (kind === 'join') continue;
      const split = await shop.console.post(`/owner/contacts/joins/${joined.body.joins[0].id}/undo`);
      expect(split.status).toBe(200);
      expect(await contactsOfPerson(shop, world, person)).toEqual(expect.arrayContaining([one, other].map(identify)));
    }
  }
  await shop.settle();
  return optedOut;
}

const identify = ({ id, phone, addresses }: Shown) => expect.objectContaining({ id, phone, addresses });

const newest = (events: EventOf[]): EventOf | undefined =>
  events.toSorted((one, other) => (one.event.at < other.event.at ? 1 : -1))[0];

const usernameIn = ({ event }: EventOf): string | null =>
  (event.kind === 'echo' ? event.to : event.from).username ?? null;

/** The final user name of a person: the one seen last among those that no other person has taken. */
function usernameOf(events: EventOf[], person: number): string | null {
  const named = events.filter((event) => usernameIn(event) !== null);
  const holders = new Map([...Map.groupBy(named, usernameIn)].map(([name, group]) => [name, newest(group)]));
  const own = [...holders.values()].flatMap((event) => (event?.person === person ? event : []));
  const last = newest(own);
  return last ? usernameIn(last) : null;
}

test('whatever vendors name in whatever order, the contacts are the people, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const shop = await openShop();
      const optedOut = await happen(shop, world);
      const [contacts, conversations] = [await contactsOf(shop.api), await conversationsOf(shop.api)];
      expect(contacts).toHaveLength(world.people.length);
      const events = world.happenings.filter((each) => each.kind === 'event');
      for (const [index, person] of world.people.entries()) {
        const [contact, ...others] = await contactsOfPerson(shop, world, index);
        expect(others).toEqual([]);
        const theirs = events.filter((event) => event.person === index);
        const addresses = contact.addresses.filter(({ kind }: Shown) => kind !== 'username');
        expect(addresses.map(({ value }: Shown) => value).toSorted()).toEqual(valuesOf(person).toSorted());
        const numbers = person.numbers.map(({ value }) => value);
        expect(numbers.length === 0 ? [null] : numbers).toContain(contact.phone);
        expect([contact.optedOut, contact.username]).toEqual([optedOut.has(index), usernameOf(events, index)]);
        const held = conversations.filter((conversation: Shown) => conversation.contact.id === contact.id);
        const channels = new Set(theirs.map(({ channel }) => shop.idOf(channel)));
        expect(held.map(({ channelId }: Shown) => channelId).toSorted()).toEqual([...channels].toSorted());
        const texts = new Set(theirs.map(({ event }) => event.content));
        expect(held.flatMap((conversation: Shown) => conversation.texts).toSorted()).toEqual([...texts].toSorted());
      }
    }),
    { numRuns: 100 },
  );
});
