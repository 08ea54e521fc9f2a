import { Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useEventWords } from '../../components/events/event-words.ts';
import { kindsQuery } from '../../components/events/kinds-query.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import type { EventKinds } from './queries.ts';

/** Selects event kinds by group. */
export function EventChoice({ chosen, onChange }: { chosen: EventKinds; onChange(chosen: EventKinds): void }) {
  const { t } = useTranslation('webhooks');
  const words = useEventWords();
  const catalogue = useQuery(kindsQuery);
  const entries = catalogue.data?.data ?? [];
  const all = entries.map(({ type }) => type);
  const groups = [...Map.groupBy(entries, ({ group }) => group)];
  const turn = (types: EventKinds, on: boolean) =>
    onChange(all.filter((type) => (types.includes(type) ? on : chosen.includes(type))));
  return (
    <Fieldset legend={t('form.events')} variant="unstyled">
      {catalogue.error && <Failure error={catalogue.error} onRetry={catalogue.refetch} />}
      <Group gap="xs" mb="md">
        <Button size="compact-sm" variant="default" onClick={() => onChange(all)}>
          {t('form.all')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
          {t('form.none')}
        </Button>
        <Text size="xs" c="dimmed" aria-live="polite">
          {t('form.chosen', { count: chosen.length })}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        {groups.map(([group, ofGroup]) => {
          const types = ofGroup.map(({ type }) => type);
          const count = types.filter((type) => chosen.includes(type)).length;
          return (
            <Stack key={group} className="fd-checks" gap={6}>
              <Checkbox
                size="md"
                label={words.group(group)}
                fw={600}
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onChange={(event) => turn(types, event.currentTarget.checked)}
              />
              {types.map((type) => (
                <Checkbox
                  key={type}
                  size="md"
                  ml="lg"
                  label={words.kind(type)}
                  title={type}
                  checked={chosen.includes(type)}
                  onChange={(event) => turn([type], event.currentTarget.checked)}
                />
              ))}
            </Stack>
          );
        })}
      </SimpleGrid>
    </Fieldset>
  );
}
