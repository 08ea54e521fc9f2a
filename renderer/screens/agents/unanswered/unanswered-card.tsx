import '../../../components/teach/words.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { invalidate, operationQuery } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure, notifyUndo } from '../../../components/feedback/notify.ts';
import { Listed } from '../../../components/page/listed.tsx';
import { Empty, Section } from '../../../components/page/page.tsx';
import { TeachDialog, type Teaching } from '../../../components/teach/teach-dialog.tsx';
import { Time } from '../../../components/values/time.tsx';

type Asked = Result<'listUnanswered'>['groups'][number];

const days = 30;
const shownAtFirst = 5;

/** What customers asked and the agent did not know, most frequent first; each is taught or dismissed. */
export function UnansweredCard({ agentId }: { agentId: string }) {
  const { t } = useTranslation('teach');
  const path = { id: agentId };
  const list = useQuery({
    ...operationQuery('listUnanswered', { path, query: { days } }),
    select: ({ groups }) => ({ data: groups }),
  });
  const [isWhole, setIsWhole] = useState(false);
  const [teaching, setTeaching] = useState<Teaching | null>(null);
  const groups = list.data?.data ?? [];
  const shown = isWhole ? groups : groups.slice(0, shownAtFirst);
  const hidden = groups.length - shown.length;
  return (
    <Section title={t('unanswered.title')}>
      {groups.length > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('unanswered.intro', { days })}
        </Text>
      )}
      <Listed
        query={list}
        items={shown}
        empty={<Empty text={t('unanswered.empty')} />}
        line={(group) => (
          <Line
            key={group.id}
            group={group}
            agentId={agentId}
            onTeach={() => setTeaching({ agentId, question: group.question, questionId: group.id })}
          />
        )}
      />
      {hidden > 0 && (
        <Button mt="xs" size="compact-sm" variant="subtle" onClick={() => setIsWhole(true)}>
          {t('unanswered.all', { count: hidden })}
        </Button>
      )}
      <TeachDialog teaching={teaching} onClose={() => setTeaching(null)} />
    </Section>
  );
}

function Line({ group, agentId, onTeach }: { group: Asked; agentId: string; onTeach(): void }) {
  const { t } = useTranslation('teach');
  const { question, count, lastAskedAt, examples, conversationId, messageId } = group;
  const dismiss = useDismiss(agentId, group.id);
  const place = messageId === null ? '' : `?message=${messageId}`;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {question}
        </Text>
        {examples.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('unanswered.also', { examples: examples.map((example) => `“${example}”`).join(', ') })}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {`${t('unanswered.times', { count })} · ${t('unanswered.last')}: `}
          <Time at={lastAskedAt} />
          {' · '}
          <Anchor component={Link} href={`/inbox/${conversationId}${place}`} size="xs" underline="always">
            {t('unanswered.open')}
          </Anchor>
        </Text>
      </div>
      <Group gap={4}>
        <Button
          size="compact-sm"
          variant="light"
          aria-label={t('unanswered.teachNamed', { question })}
          onClick={onTeach}
        >
          {t('teach')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('unanswered.dismissNamed', { question })}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('unanswered.dismiss')}
        </Button>
      </Group>
    </Group>
  );
}

/** Hides a question at once, and offers to undo it. */
function useDismiss(agentId: string, questionId: string) {
  const { t } = useTranslation('teach');
  const client = useQueryClient();
  const path = { id: agentId, questionId };
  const refresh = () => invalidate(client, [...reads.questions, 'getToday']);
  return useMutation({
    mutationFn: () => call('dismissUnanswered', { path }),
    onSuccess: async () => {
      await refresh();
      notifyUndo(t('unanswered.dismissed'), () => call('restoreUnanswered', { path }).then(refresh));
    },
    onError: notifyFailure,
  });
}
