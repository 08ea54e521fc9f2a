import { Button, CloseButton, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Card } from '../../components/page/page.tsx';
import type { TodayView } from './view.ts';

type Steps = TodayView['firstSteps'];

const names = ['channelId', 'connected', 'chat'] as const;

/** Whether a shop has yet to have its first conversation. */
export const hasStepsLeft = (steps: Steps): boolean => !names.every((name) => steps[name]);

/** Steps of a new shop towards its first conversation. */
export function FirstSteps({ steps, onDismiss }: { steps: Steps; onDismiss(): void }) {
  const { t } = useTranslation('today');
  const hrefs = {
    channelId: '/channels?new',
    connected: steps.channelId === null ? '/channels' : `/channels/${steps.channelId}`,
    chat: '/simulator',
  };
  const next = names.find((name) => !steps[name]);
  const dismiss = <CloseButton aria-label={t('steps.dismiss')} onClick={onDismiss} />;
  return (
    <Card title={t('steps.title')} actions={dismiss}>
      <Text size="sm" c="dimmed" mb="md">
        {t('steps.intro')}
      </Text>
      <Stack component="ol" className="td-list" gap="md">
        {names.map((name, index) => (
          <Group key={name} component="li" wrap="nowrap" gap="sm" align="center">
            <ThemeIcon variant={steps[name] ? 'filled' : 'light'} radius="xl" size="lg" aria-hidden>
              {steps[name] ? <IconCheck size={18} /> : index + 1}
            </ThemeIcon>
            <div style={{ flex: 1 }}>
              <Text size="sm" fw={600}>
                {t(`steps.${name}`)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`steps.${name}Help`)}
              </Text>
            </div>
            {steps[name] ? (
              <Text size="sm" c="dimmed">
                {t('steps.done')}
              </Text>
            ) : (
              <Button
                component={Link}
                href={hrefs[name]}
                size="xs"
                variant={name === next ? 'filled' : 'default'}
                aria-label={`${t('steps.start')}: ${t(`steps.${name}`)}`}
              >
                {t('steps.start')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
