import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tagged } from '../../api/client.ts';
import { languageOptions } from '../../components/form/language-options.ts';
import { Card } from '../../components/page/page.tsx';
import { useAgentForm } from './change-agent.ts';
import type { Agent } from './queries.ts';
import { SaveBar } from './save-bar.tsx';

const texts = ['description', 'tone', 'greetingMessage', 'fallbackMessage', 'outOfHoursMessage'] as const;
type Draft = Pick<Agent, 'name' | 'language' | (typeof texts)[number]>;

const read = ({ name, language, description, tone, greetingMessage, fallbackMessage, outOfHoursMessage }: Agent) => ({
  name,
  language,
  description,
  tone,
  greetingMessage,
  fallbackMessage,
  outOfHoursMessage,
});

const toChanges = ({ name, language, ...rest }: Draft): Draft => ({
  name: name.trim(),
  language,
  ...(Object.fromEntries(texts.map((field) => [field, rest[field]?.trim() || null])) as Omit<
    Draft,
    'name' | 'language'
  >),
});

/** The agent's identity and its fixed messages. */
export function FieldsCard({ present }: { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const form = useAgentForm<Draft>('fields', present, read, toChanges);
  const { draft, change, faults } = form;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Card title={t('fields.title')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('fields.name')}
              required
              maxLength={120}
              value={draft.name}
              error={faults.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Select
              label={t('fields.language')}
              data={languageOptions}
              value={draft.language}
              onChange={(value) => change({ language: value as Agent['language'] })}
              allowDeselect={false}
            />
          </SimpleGrid>
          {texts.map((field) => (
            <Textarea
              key={field}
              label={t(`fields.${field}`)}
              description={t(`fields.${field}Help`)}
              autosize
              minRows={field === 'description' ? 1 : 2}
              maxRows={8}
              maxLength={field === 'description' ? 2_000 : 4_000}
              value={draft[field] ?? ''}
              error={faults[field]}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          ))}
          <SaveBar form={form} isReady={draft.name.trim().length >= 2} />
        </Stack>
      </form>
    </Card>
  );
}
