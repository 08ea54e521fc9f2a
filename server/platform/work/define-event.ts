import type { z } from 'zod';
import type { EventRecord, EventSource } from './events.ts';

type Payload = z.ZodType<Record<string, unknown>>;

/** A fact announced by one area; other areas, webhooks and integrations may subscribe to it. */
export interface EventDefinition<Kind extends string = string, Data extends Payload = Payload> {
  kind: Kind;
  /** The payload, usually the resource as shown by the API. */
  data: Data;
  /** The kind's heading in the catalogue. */
  group: string;
  description: string;
  /** A complete occurrence, for the catalogue, the API document and test deliveries. */
  example: { source: EventSource; data: z.output<Data>; previous?: Partial<z.output<Data>> };
  /** Narrows a logged event to this kind and its payload type. */
  is(event: EventRecord): event is EventRecord<z.output<Data>>;
}

/** The part of a definition that `emit` needs. */
export type Emittable<Data> = { kind: string; data: z.ZodType<Data> };

/** Declares an event kind in the area that emits it; `areas/events.ts` must list it. */
export const defineEvent = <const Kind extends string, Data extends Payload>(
  kind: Kind,
  spec: Omit<EventDefinition<Kind, Data>, 'kind' | 'is'>,
): EventDefinition<Kind, Data> => ({
  ...spec,
  kind,
  is: (event): event is EventRecord<z.output<Data>> => event.type === kind,
});

/** Declares an event-log entry that the owner can read and that is never delivered. */
export const defineLogEntry = <const Kind extends string, Data extends Payload>(kind: Kind, data: Data) => ({
  kind,
  data,
  /** Narrows a logged event to this kind and its payload type. */
  is: (event: EventRecord): event is EventRecord<z.output<Data>> => event.type === kind,
});

/** Declares events about one resource, which share its schema and heading. */
export const eventsAbout =
  <Data extends Payload>(group: string, data: Data) =>
  <const Kind extends string>(
    kind: Kind,
    description: string,
    example: EventDefinition<Kind, Data>['example'],
  ): EventDefinition<Kind, Data> =>
    defineEvent(kind, { group, data, description, example });
