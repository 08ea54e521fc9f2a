import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../server/areas/agents/schemas.ts';
import { ApiError, api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Card } from '../../components/page.tsx';
import { agentPath } from './queries.ts';
import { useAgentAction } from './use-agent-action.ts';

const texts = ['description', 'tone', 'greetingMessage', 'fallbackMessage', 'outOfHoursMessage'] as const;
type TextField = (typeof texts)[number];

const languageOptions = [
  { value: 'pt', label: 'Português' },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
];

/** Who the agent is and what it says of its own accord. */
export function FieldsCard({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const [name, setName] = useState(agent.name);
  const [language, setLanguage] = useState<string>(agent.language);
  const [draft, setDraft] = useState<Record<TextField, string>>(() => ({
    description: agent.description ?? '',
    tone: agent.tone ?? '',
    greetingMessage: agent.greetingMessage ?? '',
    fallbackMessage: agent.fallbackMessage ?? '',
    outOfHoursMessage: agent.outOfHoursMessage ?? '',
  }));
  const save = useAgentAction(
    () => {
      const filled = Object.fromEntries(texts.map((field) => [field, draft[field].trim() || null]));
      return api.patch<Agent>(agentPath(agent.id), { name: name.trim(), language, ...filled });
    },
    { quiet: true },
  );
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined, { onSuccess: () => notifyDone(t('shell:common.saved')) });
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
              value={name}
              error={faults.name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Select
              label={t('fields.language')}
              data={languageOptions}
              value={language}
              onChange={(value) => value !== null && setLanguage(value)}
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
              value={draft[field]}
              error={faults[field]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDraft((present) => ({ ...present, [field]: value }));
              }}
            />
          ))}
          {save.error && Object.keys(faults).length === 0 && <Failure error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={name.trim().length < 2}>
              {t('shell:common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
