import { Autocomplete, Select } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { findByFoldedText } from '../../../components/form/countries-timezones.ts';
import type { FieldValues } from '../fields/form-values.ts';
import { type FieldProps, useCommonProps } from '../fields/schema-field.tsx';
import { targetsQuery } from '../queries.ts';
import type { TargetField } from './target-fields.ts';

interface TargetProps extends FieldProps {
  target: TargetField;
  installationId: string;
  action: string;
  values: FieldValues;
}

/** Selects a target in the connected system: a calendar, a workbook, a stage. */
export function TargetChoice(props: TargetProps) {
  return props.target.isNested ? <NestedChoice {...props} /> : <PlainChoice {...props} />;
}

function PlainChoice(props: TargetProps) {
  const { target, installationId, action, values, value, onChange } = props;
  const { t } = useTranslation('integrations');
  const common = useCommonProps(props);
  const parentId = target.in === undefined ? null : String(values[target.in] ?? '');
  const parents = useQuery(targetsQuery(installationId, action, null));
  const parent = parents.data?.find(({ id }) => id === parentId);
  const children = useQuery({
    ...targetsQuery(installationId, action, parentId),
    enabled: parent?.hasChildren === true,
  });
  const shown = target.in === undefined ? parents : children;
  const targets = shown.data ?? [];
  // A CSV file has no sheets.
  if (target.in !== undefined && (parent?.hasChildren === false || /\.csv$/i.test(parentId ?? ''))) return null;
  const failure = shown.error && <Failure error={shown.error} onRetry={shown.refetch} />;
  if (target.isFree) {
    const names = targets.map(({ id }) => id);
    return (
      <>
        <Autocomplete {...common} data={names} maxLength={120} value={String(value)} onChange={onChange} />
        {failure}
      </>
    );
  }
  const options = targets.map(({ id, name }) => ({ value: id, label: name }));
  // The saved target may be beyond the last page or deleted.
  const isUnknown = value !== '' && !targets.some(({ id }) => id === value);
  return (
    <>
      <Select
        {...common}
        searchable
        filter={findByFoldedText}
        data={isUnknown ? [{ value: String(value), label: String(value) }, ...options] : options}
        value={String(value) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        disabled={target.in !== undefined && parentId === ''}
        placeholder={shown.isFetching ? t('shell:common.loading') : ''}
        nothingFoundMessage={t('form.nothing')}
      />
      {failure}
    </>
  );
}

/** Pipeline stages grouped by pipeline. */
function NestedChoice(props: TargetProps) {
  const { installationId, action, value, onChange } = props;
  const { t } = useTranslation('integrations');
  const common = useCommonProps(props);
  const parents = useQuery(targetsQuery(installationId, action, null));
  const lists = useQueries({
    queries: (parents.data ?? []).map(({ id }) => targetsQuery(installationId, action, id)),
  });
  const groups = (parents.data ?? []).map(({ name }, index) => ({
    group: name,
    items: (lists[index]?.data ?? []).map((one) => ({ value: one.id, label: one.name })),
  }));
  const failed = [parents, ...lists].find(({ error }) => error !== null);
  return (
    <>
      <Select
        {...common}
        searchable
        data={groups}
        value={String(value) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        nothingFoundMessage={t('form.nothing')}
      />
      {failed?.error && <Failure error={failed.error} onRetry={failed.refetch} />}
    </>
  );
}
