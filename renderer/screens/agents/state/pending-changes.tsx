import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { Time } from '../../../components/values/time.tsx';
import { type Change, changesQuery } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import './pending-changes.css';
import { useChangeWords } from './use-change-words.ts';

const shownAtFirst = 5;

interface PendingProps {
  id: string;
  onPublish(): void;
  isPublishing: boolean;
}

/** Which version of a published agent customers hear, and what of the agent is not published yet. */
export function PendingChanges({ id, onPublish, isPublishing }: PendingProps) {
  const { t } = useTranslation('agent-changes');
  const report = useQuery(changesQuery(id));
  const discard = useAgentAction(() => call('discardAgentChanges', { path: { id } }));
  const [showsAll, setShowsAll] = useState(false);
  if (report.error) return <Failure error={report.error} onRetry={report.refetch} />;
  if (!report.data?.published) return null;
  const { published, changes } = report.data;
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('current')} <Time at={published.at} />
      </Text>
    );
  }
  const count = changes.reduce((sum, { id: entry, fields }) => sum + (entry === null ? fields.length || 1 : 1), 0);
  return (
    <Stack gap="xs" className="ag-pending">
      <Text size="sm" fw={600}>
        {t('behind')} <Time at={published.at} />; {t('count', { count })}
      </Text>
      <ul className="fd-list" aria-label={t('list')}>
        {changes.slice(0, showsAll ? changes.length : shownAtFirst).map((change) => (
          <ChangeLine key={`${change.what} ${change.action} ${change.id}`} change={change} />
        ))}
      </ul>
      {changes.length > shownAtFirst && (
        <div>
          <Button size="compact-sm" variant="subtle" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('fewer') : t('all', { count: changes.length })}
          </Button>
        </div>
      )}
      <Group gap="xs">
        <Button onClick={onPublish} loading={isPublishing}>
          {t('publish')}
        </Button>
        <ConfirmButton
          variant="default"
          question={t('discardQuestion')}
          onConfirm={() => discard.mutate(undefined)}
          loading={discard.isPending}
        >
          {t('discard')}
        </ConfirmButton>
      </Group>
      <Text size="xs" c="dimmed">
        {t('publishHelp')}
      </Text>
    </Stack>
  );
}

const colors = { added: 'green', removed: 'red', changed: 'blue', moved: 'gray' } as const;

/** One change; of an entry that is new or removed, its name says enough. */
function ChangeLine({ change: { what, action, name, fields, heldBack } }: { change: Change }) {
  const { t } = useTranslation('agent-changes');
  const { nameOf, sayValue } = useChangeWords();
  const title = name === null ? t(`what.${what}`) : `${t(`what.${what}`)}: ${name}`;
  const shown = action === 'changed' ? fields : fields.filter(({ field }) => field === 'answer' || field === 'price');
  return (
    <li className="ag-change">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge color={colors[action]} variant="light" tt="none" radius="sm" style={{ flex: 'none' }}>
          {t(`actions.${action}`)}
        </Badge>
        <Text size="sm" fw={600} lineClamp={2}>
          {title}
        </Text>
      </Group>
      {shown.length > 0 && (
        <dl>
          {shown.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{nameOf(what, field)}</dt>
              <dd>
                {action !== 'added' && <del>{sayValue(what, field, before)}</del>}
                {action === 'changed' && <span aria-hidden> → </span>}
                {action !== 'removed' && <ins>{sayValue(what, field, after)}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {heldBack !== null && (
        <Text size="sm" fw={600} c="var(--mantine-color-error)">
          {t(`heldBack.${heldBack.reason}`, { about: heldBack.about })}
        </Text>
      )}
    </li>
  );
}
