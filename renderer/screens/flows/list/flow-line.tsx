import { ActionIcon, Anchor, Group, Menu, Switch, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { notifyTrouble } from '../../../components/feedback/notify.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { DeleteFlow } from '../builder/flow-menu.tsx';
import type { Flow, Trigger } from '../draft/draft.ts';
import { FlowStatus } from '../flow-status.tsx';
import { hasGaps } from '../gallery/has-gaps.ts';
import { overviewQuery } from '../queries.ts';
import { useTriggerWords, useWords } from '../step-names.ts';
import { useFlowActions } from '../use-flow-actions.ts';

/** A flow of the list: what begins it, how often it ran, and whether it is on. */
export function FlowLine({ flow }: { flow: Flow }) {
  const { id, name, status, problems } = flow;
  const t = useWords();
  const overview = useQuery(overviewQuery(flow.aiAgentId)).data;
  const runs = overview?.flows.find(({ flowId }) => flowId === id)?.started ?? 0;
  const begins = useTriggerLine(flow);
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div style={{ flex: '1 1 280px', minWidth: 0 }}>
        <Group gap="xs" wrap="nowrap">
          <Anchor component={Link} href={`/flows/${id}`} className="fd-line-name" truncate>
            {name}
          </Anchor>
          <FlowStatus status={status} />
        </Group>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {begins}
        </Text>
        {problems.map((problem) => (
          <Text key={problem.field} size="sm" className="fw-problem">
            <ServerText text={problem.message} />
          </Text>
        ))}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t('counts.week', { count: runs })}
        </Text>
        <LineActions flow={flow} />
      </Group>
    </Group>
  );
}

/** What begins a flow, with its kind. */
function useTriggerLine(flow: Flow): string {
  const t = useWords();
  const triggerWords = useTriggerWords();
  const trigger = flow.trigger as unknown as Trigger;
  const kind = t(`triggers.${trigger.type}`);
  if (trigger.type === 'first_message' || trigger.type === 'manual') return kind;
  return `${kind}: ${triggerWords(trigger)}`;
}

function LineActions({ flow }: { flow: Flow }) {
  const { t } = useTranslation('flows');
  const [, navigate] = useLocation();
  const { toggle, duplicate, archive } = useFlowActions();
  const [isDeleting, setIsDeleting] = useState(false);
  const isOn = flow.status === 'ACTIVE' || flow.status === 'ATTENTION';
  const isArchived = flow.status === 'ARCHIVED';
  const turn = (active: boolean) => {
    if (!active || !hasGaps(flow)) return toggle.mutate({ flow, active });
    notifyTrouble(t('flow-parts:gallery.fillFirst'));
    navigate(`/flows/${flow.id}`);
  };
  return (
    <>
      <Switch
        aria-label={t('on', { name: flow.name })}
        checked={isOn}
        disabled={isArchived || toggle.isPending}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('menuOf', { name: flow.name })}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => duplicate.mutate(flow, { onSuccess: ({ id }) => navigate(`/flows/${id}`) })}
          >
            {t('actions.duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={isArchived ? <IconArrowBackUp size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
            onClick={() => archive.mutate({ flow, isArchived: !isArchived })}
          >
            {t(isArchived ? 'actions.unarchive' : 'actions.archive')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setIsDeleting(true)}>
            {t('actions.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteFlow flow={isDeleting ? flow : null} onClose={() => setIsDeleting(false)} />
    </>
  );
}
