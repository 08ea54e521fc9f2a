import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Step } from '../draft/draft.ts';
import { useStepNames } from '../step-names.ts';
import { compareVersions, countChanges, type FieldChange } from './compare-versions.ts';
import { useValueWords } from './use-value-words.ts';
import type { Version } from './versions.tsx';

interface VersionChangesProps {
  before: Version;
  after: Version;
}

/** What changed from one version to another: steps added and removed, and fields with their old and new values. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  const { t } = useTranslation('flow-parts');
  const nameOf = useStepNames();
  const changes = compareVersions(contentOf(before), contentOf(after));
  const fields = (list: FieldChange[]) => (
    <Fields changes={list} before={contentOf(before).steps} after={contentOf(after).steps} />
  );
  if (countChanges(changes) === 0) return <Text size="sm">{t('versions.same')}</Text>;
  return (
    <ul className="fw-changes">
      {changes.trigger.length > 0 && (
        <Change kind="changed" name={t('versions.trigger')}>
          {fields(changes.trigger)}
        </Change>
      )}
      {changes.first && <Change kind="changed" name={t('versions.first', { step: nameOf(changes.first) })} />}
      {changes.added.map((step) => (
        <Change key={step.id} kind="added" name={nameOf(step)} />
      ))}
      {changes.removed.map((step) => (
        <Change key={step.id} kind="removed" name={nameOf(step)} />
      ))}
      {changes.changed.map(({ step, fields: changed }) => (
        <Change key={step.id} kind="changed" name={nameOf(step)}>
          {fields(changed)}
        </Change>
      ))}
    </ul>
  );
}

export const contentOf = ({ trigger, steps }: Version) =>
  ({ trigger, steps }) as unknown as Parameters<typeof compareVersions>[0];

function Change({
  kind,
  name,
  children,
}: {
  kind: 'added' | 'removed' | 'changed';
  name: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('flow-parts');
  return (
    <li data-kind={kind}>
      <p>
        <span className="fw-change-kind">{t(kind === 'changed' ? 'versions.changedStep' : `versions.${kind}`)}</span>{' '}
        {name}
      </p>
      {children}
    </li>
  );
}

interface FieldsProps {
  changes: FieldChange[];
  before: Step[];
  after: Step[];
}

function Fields({ changes, before, after }: FieldsProps) {
  const { t, i18n } = useTranslation('flow-parts');
  const tell = useValueWords();
  const nameOf = (field: string) => (i18n.exists(`flow-parts:fields.${field}`) ? t(`fields.${field}`) : field);
  return (
    <dl>
      {changes.map(({ field, before: was, after: is }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            <del>{tell(field, was, before)}</del>
            <ins>{tell(field, is, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
