import fc from 'fast-check';
import type { EchoEvent, InboundMessageEvent, VendorPerson } from '../../../server/areas/channels/index.ts';

/** The channels of a world's shop: two numbers in separate portfolios, and a QR channel. */
export const channelNames = ['first', 'second', 'qr'] as const;
export type ChannelName = (typeof channelNames)[number];

/** The kind of id by which each channel names its customers. */
const idKinds = { first: 'bsuid', second: 'bsuid', qr: 'lid' } as const;

type Address = VendorPerson['addresses'][number];

/** A person with all addresses under which vendors name them. */
export interface WorldPerson {
  numbers: Address[];
  ids: Partial<Record<ChannelName, Address>>;
}

/** The events of a shop, in the order in which the shop receives them. */
export type Happening =
  | { kind: 'event'; person: number; channel: ChannelName; event: InboundMessageEvent | EchoEvent }
  | { kind: 'optOut'; person: number }
  | { kind: 'join' | 'joinAndSplit'; person: number };

export interface World {
  people: WorldPerson[];
  happenings: Happening[];
}

const numberOf = (person: number, index: number): Address => ({
  kind: 'phone',
  value: `+551197000${String(person * 10 + index).padStart(4, '0')}`,
});

const idOf = (person: number, channel: ChannelName): Address =>
  idKinds[channel] === 'lid'
    ? { kind: 'lid', value: `9000${person}` }
    : { kind: 'bsuid', value: `BR.${channel}${person}` };

/** A person with several numbers has an id, by which vendors connect them. */
const shape = fc
  .record({
    numberCount: fc.integer({ min: 0, max: 3 }),
    channels: fc.subarray([...channelNames]),
  })
  .map(({ numberCount, channels }) => {
    if (numberCount === 0) return { numberCount, channels: [channels[0] ?? 'first'] as ChannelName[] };
    return { numberCount: channels.length === 0 ? 1 : numberCount, channels };
  });

const toPerson = ({ numberCount, channels }: { numberCount: number; channels: ChannelName[] }, person: number) => ({
  numbers: Array.from({ length: numberCount }, (_, index) => numberOf(person, index)),
  ids: Object.fromEntries(channels.map((channel) => [channel, idOf(person, channel)])),
});

interface Naming {
  person: number;
  channel: ChannelName;
  addresses: Address[];
}

/** The namings that together connect all addresses of a person. */
function connect({ numbers, ids }: WorldPerson, person: number): Naming[] {
  const [first, ...others] = Object.entries(ids) as [ChannelName, Address][];
  const [number] = numbers;
  if (first === undefined) return [{ person, channel: 'first', addresses: numbers }];
  const [channel, id] = first;
  if (number === undefined) return [{ person, channel, addresses: [id] }];
  return [
    ...numbers.map((each) => ({ person, channel, addresses: [each, id] })),
    ...others.map(([channel, each]) => ({ person, channel, addresses: [each, number] })),
  ];
}

/** A naming by any part of the addresses that a channel can name. */
const anyNaming = (people: WorldPerson[]) =>
  fc
    .record({
      person: fc.nat(people.length - 1),
      channel: fc.constantFrom(...channelNames),
      pick: fc.nat(),
      part: fc.nat(2),
    })
    .map(({ person, channel, pick, part }): Naming => {
      const { numbers, ids } = people[person] as WorldPerson;
      const number = numbers[pick % Math.max(1, numbers.length)];
      const id = ids[channel];
      const both = [...(number ? [number] : []), ...(id ? [id] : [])];
      if (both.length === 0) {
        const [[other, known]] = Object.entries(ids) as [[ChannelName, Address]];
        return { person, channel: other, addresses: [known] };
      }
      return { person, channel, addresses: both.length === 1 || part === 2 ? both : [both[part] as Address] };
    });

const usernames = fc.option(fc.constantFrom('ana', 'bolo', 'sol'), { freq: 2 });

/**
 * Adds details that do not decide who a person is, and the order in which the vendor sees and the shop receives the
 * events.
 */
function arrange(people: WorldPerson[], namings: Naming[]) {
  const times = fc.shuffledSubarray(
    namings.map((_, index) => index),
    { minLength: namings.length },
  );
  const more = fc.array(fc.record({ username: usernames, isEcho: fc.boolean() }), {
    minLength: namings.length,
    maxLength: namings.length,
  });
  const byHand = fc.array(
    fc.record({
      kind: fc.constantFrom('optOut' as const, 'join' as const, 'joinAndSplit' as const),
      person: fc.nat(people.length - 1),
    }),
    { maxLength: 4 },
  );
  return fc
    .tuple(times, more, byHand)
    .map(([order, extras, changes]): Happening[] => {
      const events = namings.map(({ person, channel, addresses }, index): Happening => {
        const { username, isEcho } = extras[index] as { username: string | null; isEcho: boolean };
        const named = { addresses, name: `Pessoa ${person}`, username, portfolio: channel };
        const base = {
          providerEventId: `event-${index}`,
          providerMessageId: `message-${index}`,
          type: 'TEXT' as const,
          content: `Mensagem ${index}`,
          media: null,
          replyTo: null,
          at: new Date(Date.UTC(2026, 10, 20, 12, order[index])).toISOString(),
        };
        const event = isEcho
          ? { ...base, kind: 'echo' as const, to: named }
          : { ...base, kind: 'message' as const, from: named };
        return { kind: 'event', person, channel, event };
      });
      return [...events, ...changes];
    })
    .chain((happenings) =>
      fc
        .tuple(
          fc.shuffledSubarray(happenings, { minLength: happenings.length }),
          fc.subarray(happenings.filter(({ kind }) => kind === 'event')),
        )
        // The vendor repeats some events later.
        .map(([once, again]) => [...once, ...again]),
    );
}

/** Worlds of a few people whom vendors name by parts of their addresses, in any order, some events twice. */
export const worlds: fc.Arbitrary<World> = fc
  .array(shape, { minLength: 1, maxLength: 4 })
  .map((shapes) => shapes.map(toPerson))
  .chain((people) =>
    fc
      .array(anyNaming(people), { maxLength: 12 })
      .chain((extra) => arrange(people, [...people.flatMap(connect), ...extra]))
      .map((happenings) => ({ people, happenings })),
  );
