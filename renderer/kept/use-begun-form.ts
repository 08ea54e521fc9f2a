import { useForm } from '@mantine/form';
import { useLayoutEffect, useState } from 'react';
import type { Form } from '../components/form/form.ts';
import { readKept, writeKept } from './device.ts';
import { type Begun, isSame, useBegunState, useKeptName } from './use-kept.ts';

/**
 * A form of which the changed fields survive a reload and an ended session. Fields that were not changed have the present
 * values when it is opened again. Files are not kept, nor are the fields `without`.
 */
export function useBegunForm<Values extends object>(
  place: string,
  initialValues: Values,
  without: (keyof Values)[] = [],
): { form: Form<Values>; begun: Begun } {
  const name = useKeptName(place);
  const [first] = useState(initialValues);
  const form = useForm<Values>({
    initialValues: first,
    onValuesChange: (values) => writeKept(name, changesOf(values, first, without)),
  });
  const begun = useBegunState(name, () => form.setValues(first));
  const { setValues } = form;
  // Once, when the form is opened.
  useLayoutEffect(() => {
    const kept = readKept(name);
    if (kept !== undefined) setValues(fitting(kept as Partial<Values>, first));
  }, []);
  return { form, begun };
}

/** Returns the fields that differ from `first`; undefined if all are equal. */
function changesOf<Values extends object>(values: Values, first: Values, without: (keyof Values)[]) {
  const fields = Object.keys(values) as (keyof Values)[];
  const changed = fields.filter((field) => !without.includes(field) && !isSame(values[field], first[field]));
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((field) => [field, values[field]]));
}

/** An update may have changed the form since: fields of another kind are left out. */
function fitting<Values extends object>(kept: Partial<Values>, first: Values): Partial<Values> {
  const fits = (value: unknown, present: unknown) =>
    value === null || present === null || typeof value === typeof present;
  const entries = Object.entries(kept).filter(
    ([field, value]) => field in first && fits(value, first[field as keyof Values]),
  );
  return Object.fromEntries(entries) as Partial<Values>;
}
