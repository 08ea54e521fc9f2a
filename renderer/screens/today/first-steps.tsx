import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Card } from '../../components/page/page.tsx';
import type { TodayView } from './view.ts';

type Steps = TodayView['firstSteps'];

const names: (keyof Steps)[] = ['channel', 'connected', 'chat', 'key'];

/** Steps of a new shop towards its first conversation. */
export function FirstSteps({ steps, channels }: { steps: Steps; channels: TodayView['channels'] }) {
  const { t } = useTranslation('today');
  const hrefs: Record<keyof Steps, string> = {
    channel: '/channels?new=simulator',
    connected: channels[0] ? `/channels/${channels[0].id}` : '/channels',
    chat: '/simulator',
    key: '/keys',
  };
  const next = names.find((name) => !steps[name]);
  return (
    <Card title={t('steps.title')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('steps.intro')}
      </Text>
      <Stack component="ol" className="fd-list" gap="md">
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
