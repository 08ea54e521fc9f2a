import type { z } from 'zod';
import type { EventRecord, EventSource } from './events.ts';

type Payload = z.ZodType<Record<string, unknown>>;

/** A fact that one area announces and that others, webhooks and integrations may hear of. */
export interface EventDefinition<Kind extends string = string, Data extends Payload = Payload> {
  kind: Kind;
  /** The payload: usually the resource as the API shows it. */
  data: Data;
  /** The heading of the kind in the catalogue. */
  group: string;
  description: string;
  /** A whole occurrence for the catalogue, the API's document and test deliveries. */
  example: { source: EventSource; data: z.output<Data>; previous?: Partial<z.output<Data>> };
  /** Narrows an event of the log to this kind, and its payload with it. */
  is(event: EventRecord): event is EventRecord<z.output<Data>>;
}

/** What `emit` needs to know of a kind. */
export type Emittable<Data> = { kind: string; data: z.ZodType<Data> };

/** Declares an event kind, beside the area whose fact it is, and lists it in `areas/events.ts`. */
export const defineEvent = <const Kind extends string, Data extends Payload>(
  kind: Kind,
  spec: Omit<EventDefinition<Kind, Data>, 'kind' | 'is'>,
): EventDefinition<Kind, Data> => ({
  ...spec,
  kind,
  is: (event): event is EventRecord<z.output<Data>> => event.type === kind,
});

/** Declares an entry of the event log that the owner can read and that is never delivered. */
export const defineLogEntry = <const Kind extends string, Data extends Payload>(kind: Kind, data: Data) => ({
  kind,
  data,
});

/** The events about a resource share its schema, heading and one example. */
export const eventsAbout =
  <Data extends Payload>(group: string, data: Data) =>
  <const Kind extends string>(
    kind: Kind,
    description: string,
    example: EventDefinition<Kind, Data>['example'],
  ): EventDefinition<Kind, Data> =>
    defineEvent(kind, { group, data, description, example });
