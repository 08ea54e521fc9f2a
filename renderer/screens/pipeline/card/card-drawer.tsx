import { ActionIcon, CloseButton, Group, Tabs, Title, Tooltip } from '@mantine/core';
import { IconThumbDown, IconTrophy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useHotkeys } from '../../../components/hotkeys/use-hotkeys.ts';
import { UnconfirmedNote } from '../../../components/unconfirmed/unconfirmed.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useConsole } from '../../../session.ts';
import type { Card, Stage } from '../types.ts';
import type { useCardActions } from '../use-card-actions.ts';
import { CardChat } from './card-chat.tsx';
import { CardDetails } from './card-details.tsx';
import { CardTimeline } from './card-timeline.tsx';

interface CardDrawerProps {
  id: string;
  stages: Stage[];
  actions: ReturnType<typeof useCardActions>;
  onClose(): void;
}

const tabs = ['chat', 'timeline', 'details'] as const;
type Tab = (typeof tabs)[number];

/** One card beside the board, which stays in use: its conversation, its timeline and its details. */
export function CardDrawer({ id, stages, actions, onClose }: CardDrawerProps) {
  const { t } = useTranslation('pipeline');
  const known = stages.flatMap(({ cards }) => cards).find((card) => card.id === id);
  const { data: card, error } = useQuery({
    ...operationQuery('getPipelineCard', { path: { id } }),
    placeholderData: known,
  });
  useHotkeys([['escape', onClose]]);
  return (
    <aside className="pl-drawer" aria-label={t('card.drawer')}>
      {error ? (
        <>
          <Group justify="flex-end" p="xs">
            <CloseButton aria-label={t('card.close')} onClick={onClose} />
          </Group>
          <Failure error={error} />
        </>
      ) : card ? (
        <OpenCard card={card} stages={stages} actions={actions} onClose={onClose} />
      ) : (
        <Loading shape="form" count={3} />
      )}
    </aside>
  );
}

function OpenCard({ card, stages, actions, onClose }: Omit<CardDrawerProps, 'id'> & { card: Card }) {
  const { t } = useTranslation('pipeline');
  const { money } = useFormats();
  const { currency } = useConsole();
  const hasChat = card.conversationId !== null || card.contactId !== null;
  const [tab, setTab] = useState<Tab>(hasChat ? 'chat' : 'details');
  return (
    <>
      <header className="pl-drawer-header">
        <div className="pl-drawer-who">
          <Title order={2} size="h3" className="pl-truncate">
            {card.title}
          </Title>
          <p className="pl-drawer-facts">
            {[stages.find(({ id }) => id === card.stageId)?.name, card.value !== null && money(card.value, currency)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Outcome card={card} stages={stages} actions={actions} />
        <CloseButton aria-label={t('card.close')} onClick={onClose} />
      </header>
      <UnconfirmedNote kind="card" id={card.id} unconfirmed={card.unconfirmed} />
      <Tabs
        value={tab}
        onChange={(next) => setTab((next as Tab | null) ?? tab)}
        keepMounted={false}
        className="pl-tabs"
        classNames={{ panel: 'pl-panel' }}
      >
        <Tabs.List px="sm">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="chat">
          <CardChat card={card} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" p="sm">
          <CardTimeline card={card} />
        </Tabs.Panel>
        <Tabs.Panel value="details" p="sm">
          <CardDetails card={card} stages={stages} actions={actions} onClose={onClose} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Won and lost, where the pipeline has such stages and the card is in neither. */
function Outcome({ card, stages, actions }: Pick<CardDrawerProps, 'stages' | 'actions'> & { card: Card }) {
  const { t } = useTranslation('pipeline');
  const goals = [
    { stage: stages.find(({ isWon }) => isWon), name: 'won', Icon: IconTrophy, key: 'w' },
    { stage: stages.find(({ isLost }) => isLost), name: 'lost', Icon: IconThumbDown, key: 'l' },
  ] as const;
  const close = (index: 0 | 1) => {
    const { stage } = goals[index];
    if (stage && stage.id !== card.stageId) actions.moveToTop(card, stage);
  };
  useHotkeys(
    [
      ['w', () => close(0)],
      ['l', () => close(1)],
    ],
    { isFallback: true },
  );
  return goals.map(
    ({ stage, name, Icon, key }, index) =>
      stage &&
      stage.id !== card.stageId && (
        <Tooltip key={name} label={`${t(`card.${name}`)} (${key.toUpperCase()})`}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t(`card.${name}`)}
            aria-keyshortcuts={key}
            onClick={() => close(index as 0 | 1)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ),
  );
}
