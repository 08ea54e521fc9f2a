import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callTagged, type Tagged } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { notifyDone } from '../../../components/feedback/notify.ts';
import { Time } from '../../../components/values/time.tsx';
import type { Flow } from '../draft/draft.ts';
import { flowReads } from '../queries.ts';
import { compareVersions, countChanges } from './compare-versions.ts';
import { contentOf, VersionChanges } from './version-changes.tsx';

export type Version = Result<'listFlowVersions'>['data'][number];

interface VersionsProps {
  flowId: string;
  onRestored(flow: Tagged<Flow>): void;
}

/** More than are kept. */
const most = 100;

/** The versions of a flow, what changed with each, and a button that makes one the newest again. */
export function Versions({ flowId, onRestored }: VersionsProps) {
  const versions = useQuery(operationQuery('listFlowVersions', { path: { id: flowId }, query: { limit: most } }));
  const [chosen, setChosen] = useState<number | null>(null);
  if (versions.error && !versions.data) return <Failure error={versions.error} onRetry={versions.refetch} />;
  if (!versions.data) return <Loading count={4} />;
  const all = versions.data.data;
  const shown = all.find(({ version }) => version === chosen) ?? all[0];
  if (!shown) return null;
  return (
    <div className="fw-versions">
      <ol className="fd-list">
        {all.map((version, index) => (
          <Line
            key={version.version}
            version={version}
            before={all[index + 1]}
            isShown={version === shown}
            onShow={() => setChosen(version.version)}
          />
        ))}
      </ol>
      <Shown key={shown.version} shown={shown} all={all} flowId={flowId} onRestored={onRestored} />
    </div>
  );
}

interface LineProps {
  version: Version;
  before: Version | undefined;
  isShown: boolean;
  onShow(): void;
}

function Line({ version, before, isShown, onShow }: LineProps) {
  const { t } = useTranslation('flow-parts');
  const count = before ? countChanges(compareVersions(contentOf(before), contentOf(version))) : null;
  return (
    <li>
      <button type="button" className="fw-version" aria-pressed={isShown} onClick={onShow}>
        <Group gap={6} component="span">
          <b>{t('versions.number', { number: version.version })}</b>
          {version.isCurrent && (
            <Badge component="span" color="green" variant="light" tt="none" radius="sm">
              {t('versions.current')}
            </Badge>
          )}
        </Group>
        <span className="fw-version-when">
          <Time at={version.createdAt} />
          {count !== null && ` · ${t('versions.changes', { count })}`}
        </span>
      </button>
    </li>
  );
}

interface ShownProps extends VersionsProps {
  shown: Version;
  all: Version[];
}

/** What a version changed; of an earlier one also what restoring it would change now. */
function Shown({ shown, all, flowId, onRestored }: ShownProps) {
  const { t } = useTranslation('flow-parts');
  const restore = useRestore(flowId, onRestored);
  const before = all[all.indexOf(shown) + 1];
  const current = all.find(({ isCurrent }) => isCurrent);
  return (
    <section aria-label={t('versions.number', { number: shown.version })} className="fw-version-shown">
      {!shown.isCurrent && current && (
        <>
          <Group justify="space-between" gap="xs">
            <h3>{t('versions.ifRestored')}</h3>
            <Button
              size="xs"
              loading={restore.isPending}
              disabled={countChanges(compareVersions(contentOf(current), contentOf(shown))) === 0}
              onClick={() => restore.mutate(shown.version)}
            >
              {t('versions.restore')}
            </Button>
          </Group>
          {restore.error && <Failure error={restore.error} />}
          <VersionChanges before={current} after={shown} />
        </>
      )}
      <h3>{t('versions.changed')}</h3>
      {before ? <VersionChanges before={before} after={shown} /> : <Text size="sm">{t('versions.oldest')}</Text>}
    </section>
  );
}

function useRestore(flowId: string, onRestored: VersionsProps['onRestored']) {
  const { t } = useTranslation('flow-parts');
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      callTagged('restoreFlowVersion', { path: { id: flowId, version: String(version) } }),
    onSuccess: (saved, version) => {
      onRestored(saved);
      notifyDone(t('versions.restored', { number: version, newest: saved.state.version }));
    },
    onSettled: () => invalidate(client, [...flowReads, 'listFlowVersions']),
  });
}
