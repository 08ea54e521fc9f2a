import { expect, test } from 'vitest';
import type { z } from 'zod';
import { events } from '../../../server/areas/events.ts';

test.each(events.map((event) => [event.kind, event.data as z.ZodObject, event.example.data] as const))(
  'the example of %s has exactly the fields of its payload',
  (_kind, schema, data) => {
    expect(schema.strict().safeParse(data).error?.issues ?? []).toEqual([]);
  },
);
