import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { useAct } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { Time } from '../../components/values/time.tsx';
import { type ConsoleSession, sessionsQuery } from './queries.ts';

/** Console sessions with a way to end them. */
export function SessionsSection() {
  return (
    <Loaded query={sessionsQuery} shape="list">
      {({ data }) => <SessionsCard sessions={data} />}
    </Loaded>
  );
}

function SessionsCard({ sessions }: { sessions: ConsoleSession[] }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const end = useAct(sessionsQuery.queryKey, async (ended: ConsoleSession[]) => {
    for (const { id } of ended) await call('endSession', { path: { id } });
  });
  const signOut = (session: ConsoleSession) =>
    end.mutate([session], { onSuccess: () => session.isCurrent && client.resetQueries() });
  return (
    <Card
      title={t('sessions.title')}
      actions={
        others.length > 1 && (
          <ConfirmButton
            size="xs"
            variant="light"
            color="red"
            question={t('sessions.endOthersQuestion')}
            onConfirm={() => end.mutate(others)}
          >
            {t('sessions.endOthers')}
          </ConfirmButton>
        )
      }
    >
      <ul className="fd-list">
        {sessions.map((session) => (
          <Line key={session.id} session={session} onEnd={() => signOut(session)} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ session, onEnd }: { session: ConsoleSession; onEnd(): void }) {
  const { t } = useTranslation('settings');
  const { person, isCurrent, isRemote, userAgent, address, createdAt, lastSeenAt } = session;
  const elsewhere = address === 'tunnel' ? t('sessions.tunnel') : t('sessions.lan', { address });
  return (
    <Group component="li" className="fd-line" justify="space-between" py="sm" gap="xs">
      <Stack gap={2} style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={userAgent}>
            {`${person.name} · ${nameOf(userAgent) ?? t('sessions.unknown')}`}
          </Text>
          {isCurrent && (
            <Badge variant="light" tt="none" radius="sm">
              {t('sessions.current')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {`${isRemote ? elsewhere : t('sessions.here')} · ${t('sessions.seen')} `}
          <Time at={lastSeenAt} />
          {` · ${t('sessions.since')} `}
          <Time at={createdAt} style="day" />
        </Text>
      </Stack>
      <Button size="xs" variant={isCurrent ? 'default' : 'light'} color={isCurrent ? 'brand' : 'red'} onClick={onEnd}>
        {t('sessions.end')}
      </Button>
    </Group>
  );
}

/** In this order because each user agent also contains the names below it. */
const browsers: [RegExp, string][] = [
  [/Electron\//, 'Frontdesk'],
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** `Chrome, Android` for a user agent; null if unknown. */
function nameOf(userAgent: string): string | null {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : null;
}
