import { Badge, Group, Progress, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Choice } from '../../../components/form/choice.tsx';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { useAct } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { type EmbedderState, embedderQuery } from '../queries.ts';
import { EmbedderForm } from './embedder-form.tsx';
import { FetchModel } from './fetch-model.tsx';

const kinds = ['none', 'openai', 'local'] as const;
type Kind = (typeof kinds)[number];

/** The embedding model for semantic search, if any. */
export function EmbedderCard({ state }: { state: EmbedderState }) {
  const { t } = useTranslation('settings');
  const present: Kind = state.embedder?.kind ?? 'none';
  const [kind, setKind] = useState<Kind>(present);
  const clear = useAct(embedderQuery.queryKey, () => call('clearEmbedder'));
  return (
    <Card title={t('embedder.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('embedder.help')}
        </Text>
        {state.embedder && <Serving state={state} />}
        <Radio.Group aria-label={t('embedder.title')} value={kind} onChange={(value) => setKind(value as Kind)}>
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs">
            {kinds.map((one) => (
              <Choice key={one} value={one} label={t(`embedder.${one}`)} help={t(`embedder.${one}Help`)} />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {kind === 'none' && present !== 'none' && (
          <Group>
            <ConfirmButton
              color="red"
              variant="light"
              question={t('embedder.clearQuestion')}
              onConfirm={() => clear.mutate()}
              loading={clear.isPending}
            >
              {t('embedder.clear')}
            </ConfirmButton>
          </Group>
        )}
        {kind === 'local' && <FetchModel state={state} />}
        {kind !== 'none' && <EmbedderForm key={kind} kind={kind} state={state} />}
      </Stack>
    </Card>
  );
}

function Serving({ state: { embedder, isServing, progress } }: { state: EmbedderState }) {
  const { t } = useTranslation('settings');
  const name = embedder?.kind === 'openai' ? embedder.model : embedder?.folder;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Badge color={isServing ? 'green' : 'blue'} variant="light" tt="none" radius="sm">
          {t(isServing ? 'embedder.serving' : 'embedder.preparing')}
        </Badge>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      </Group>
      {!isServing && (
        <>
          <Progress value={progress} animated aria-label={t('embedder.preparing')} />
          <Text size="xs" c="dimmed">
            {t('embedder.progress', { percent: Math.round(progress) })}
          </Text>
        </>
      )}
    </Stack>
  );
}
