import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kindsQuery } from '../../../components/events/kinds-query.ts';

/** A value of an event that a template can use. */
export interface EventValue {
  /** Name in a template, such as `data.clientName`. */
  path: string;
  label: string;
  /** Example value; empty if there is none. */
  example: string;
}

/** Values that most shops want as columns, in order. */
const usual = [
  'number',
  'title',
  'name',
  'clientName',
  'contactName',
  'phone',
  'clientPhone',
  'contactPhone',
  'email',
  'clientEmail',
  'content',
  'startTime',
  'endTime',
  'total',
  'value',
  'paymentMethod',
  'address',
  'status',
  'notes',
];
const mostUsual = 6;

/** Lists scalars by path; skips arrays. */
function listScalars(data: object, prefix: string): [path: string, value: unknown][] {
  return Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [];
    const path = `${prefix}.${name}`;
    return typeof value === 'object' && value !== null ? listScalars(value, path) : [[path, value]];
  });
}

const nameIn = (path: string): string => path.split('.').at(-1) ?? path;

export interface EventValues {
  values: EventValue[];
  /** Default columns. */
  usual: EventValue[];
}

/** Values of an event kind, usual ones first; empty while the kinds load. */
export function useEventValues(): (kind: string | undefined) => EventValues {
  const { t, i18n } = useTranslation('integrations');
  const kinds = useQuery(kindsQuery);
  const isTop = (path: string) => path.split('.').length === 2;
  const toValue = ([path, value]: [path: string, value: unknown]): EventValue => {
    const key = `values.${nameIn(path)}`;
    // Nested values keep their path, so that names are unique.
    const isKnown = isTop(path) && i18n.exists(`integrations:${key}`);
    return { path, label: isKnown ? t(key) : path.replace(/^data\./, ''), example: String(value ?? '') };
  };
  const placeOf = (path: string) => (usual.includes(nameIn(path)) ? usual.indexOf(nameIn(path)) : usual.length);
  return (kind) => {
    const entry = kinds.data?.data.find(({ type }) => type === kind);
    if (!entry) return { values: [], usual: [] };
    const { data = {}, occurredAt = '' } = entry.example as { data?: object; occurredAt?: string };
    const inData = listScalars(data, 'data').toSorted(([a], [b]) => placeOf(a) - placeOf(b));
    const when = { path: 'occurredAt', label: t('values.occurredAt'), example: occurredAt };
    const wanted = inData.filter(([path]) => isTop(path) && placeOf(path) < usual.length).slice(0, mostUsual);
    return { values: [when, ...inData.map(toValue)], usual: [when, ...wanted.map(toValue)] };
  };
}
