import { z } from 'zod';
import { areas } from '../../../server/areas/index.ts';
import type { Operation } from '../../../server/http/operation.ts';
import { commonWord } from '../shop/fill-tables.ts';
import type { Everything } from '../shop/one-of-everything.ts';
import { implemented, type Schema } from './contract.ts';
import { slotsOf } from './references.ts';

/** Values that ask for as much as possible, by parameter name. */
const widest: [RegExp, string][] = [
  [/^(from|dateFrom)$/, '2021-01-01'],
  [/^(to|dateTo)$/, '2030-12-31'],
  [/^limit$/, '100'],
  [/^acknowledged$/, 'true'],
];
const searching = /^(search|q|question)$/;
/** Parameters that ask for less, such as a later page. */
const narrowing = /^(page|offset|cursor|after|since)$/;

/** Required parameters whose values do not follow from a schema. */
const ownNeeds: Record<string, Record<string, string>> = {
  '/owner/calendar': { from: '2026-11-20' },
  '/owner/slot-check': { startTime: '2026-12-01T10:00', endTime: '2026-12-01T11:00' },
  '/api/integrations/{id}/targets': { action: 'create_card' },
};

/** Kinds of things named by the parameter after a path segment under `/owner`. */
const ownerKinds: Record<string, keyof Everything> = {
  ...{ agents: 'agent', appointments: 'appointment', campaigns: 'campaign', conversations: 'conversation' },
  ...{ flows: 'flow', orders: 'order', 'pipeline-cards': 'card', 'pipeline-stages': 'stage', pipelines: 'pipeline' },
};

/** Endless streams, and the export of the whole shop, which runs in a separate thread. */
const notRead = /\/stream$|^\/owner\/export$/;

/** Returns every read with the most expensive arguments that its schema allows; `by` owner needs a session. */
export function dearestReads(known: Everything & { contact: string }): { path: string; by: 'key' | 'owner' }[] {
  const ofKeys = [...implemented]
    .filter(([, { method, path }]) => method === 'get' && !notRead.test(path))
    .flatMap(([route, spec]) => {
      const slots = slotsOf(route);
      const inPath = Object.fromEntries(
        slots.flatMap((slot) => (slot.in === 'path' ? [[slot.at[0], known[slot.kind]]] : [])),
      );
      const needed = slots.filter((slot) => slot.in === 'query' && slot.isRequired);
      const given = Object.fromEntries(needed.map((slot) => [slot.at[0], known[slot.kind]]));
      const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath[name] ?? 'nothing'));
      return dearestQueries(spec, given).map((query) => ({ path: path + query, by: 'key' as const }));
    });
  const ofOwner = areas
    .flatMap((area): Operation[] => Object.values(('ownerOperations' in area && area.ownerOperations) || {}))
    .filter(({ method, path }) => method === 'get' && !notRead.test(path))
    .flatMap((spec) => {
      const path = spec.path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, segment: string, name: string) => {
        const kind = ownerKinds[segment];
        const id =
          name === 'phone' ? known.phone : segment === 'contacts' ? known.contact : kind ? known[kind] : 'nothing';
        return `${segment}/${encodeURIComponent(id)}`;
      });
      const given = { aiAgentId: known.agent, contactId: known.contact };
      return dearestQueries(spec, given).map((query) => ({ path: path + query, by: 'owner' as const }));
    });
  return [...ofKeys, ...ofOwner];
}

/**
 * Returns query strings of an operation: the largest pages over the longest time, each flag and each choice alone, and a
 * search for a word that every row contains. `given` has values by parameter name.
 */
function dearestQueries(spec: Operation, given: Record<string, string>): string[] {
  if (!spec.query) return [''];
  const { properties = {}, required = [] } = z.toJSONSchema(spec.query, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const always = new Map<string, string>();
  const byItself: [string, string][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const options: Schema[] = property.anyOf ?? [property];
    const largest = Math.max(...options.map(({ maximum = 0 }) => maximum));
    const choices = options.flatMap((option) => option.enum ?? option.items?.enum ?? []);
    const isFlag = options.some(({ type }) => type === 'boolean');
    const known = ownNeeds[spec.path]?.[name] ?? given[name] ?? widest.find(([pattern]) => pattern.test(name))?.[1];
    if (largest > 0 && largest < Number.MAX_SAFE_INTEGER) always.set(name, String(largest));
    else if (known !== undefined) always.set(name, known);
    else if (searching.test(name) && required.includes(name)) always.set(name, commonWord);
    else if (searching.test(name)) byItself.push([name, commonWord]);
    else if (isFlag) byItself.push([name, 'true']);
    else if (!narrowing.test(name)) byItself.push(...choices.map((choice): [string, string] => [name, String(choice)]));
  }
  const write = (more: [string, string][]) => `?${new URLSearchParams([...always, ...more])}`;
  return [write([]), ...byItself.map((one) => write([one]))];
}
