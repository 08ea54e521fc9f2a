import { FileInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { TemplateLengths, useTemplateLengths } from '../../../components/limits/template-lengths.tsx';
import type { ChatTemplate } from '../types.ts';

export interface TemplateChoice {
  template: ChatTemplate | null;
  variables: string[];
  /** File of a template whose header is an image, video or document. */
  file: File | null;
}

export const noTemplate: TemplateChoice = { template: null, variables: [], file: null };

/** Media kind of a template's header; null if it needs none. */
export const headerMediaOf = (template: ChatTemplate | null): string | null => {
  const header = template?.components.find(({ type }) => type === 'HEADER');
  const format = String(header?.format ?? 'TEXT');
  return ['IMAGE', 'VIDEO', 'DOCUMENT'].includes(format) ? format : null;
};

/** The filled texts of a choice with their limits. */
export const useChoiceLengths = ({ template, variables }: TemplateChoice) =>
  useTemplateLengths(
    template,
    Object.fromEntries(template?.variables.map((key, at) => [key, variables[at] ?? '']) ?? []),
  );

export const isComplete = ({ template, variables, file }: TemplateChoice): boolean =>
  template?.variables.every((_, index) => (variables[index] ?? '').trim() !== '') === true &&
  (headerMediaOf(template) === null || file !== null);

export const toTemplateDraft = ({ template, variables }: TemplateChoice & { template: ChatTemplate }) => ({
  name: template.name,
  language: template.language,
  ...(template.variables.length > 0 ? { variables } : {}),
});

/** Limit of the API; the screen shows the limits of the filled texts. */
const longestValue = 65_536;

interface TemplateFormProps {
  channelId: string;
  choice: TemplateChoice;
  onChange(choice: TemplateChoice): void;
}

/** Selects an approved template of the channel and fills its variables. */
export function TemplateForm({ channelId, choice, onChange }: TemplateFormProps) {
  const { t } = useTranslation('inbox');
  const { data } = useQuery(
    operationQuery('listChatTemplates', { query: { channelId, status: 'APPROVED', limit: 100 } }),
  );
  const { measured } = useChoiceLengths(choice);
  const templates = data?.data ?? [];
  const { template, variables } = choice;
  if (data && templates.length === 0) return <Text size="sm">{t('template.none')}</Text>;
  return (
    <Stack gap="sm">
      <Select
        label={t('template.choose')}
        data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))}
        value={template?.id ?? null}
        onChange={(id) => onChange({ ...noTemplate, template: templates.find((each) => each.id === id) ?? null })}
        searchable
      />
      {template && <Text className="ib-template">{bodyOf(template, variables)}</Text>}
      {template?.variables.map((name, index) => (
        <TextInput
          key={name}
          label={t('template.variable', { name })}
          value={variables[index] ?? ''}
          maxLength={longestValue}
          required
          onChange={({ currentTarget: { value } }) => {
            const filled = template.variables.map((_, at) => (at === index ? value : (variables[at] ?? '')));
            onChange({ ...choice, variables: filled });
          }}
        />
      ))}
      <TemplateLengths measured={measured} />
      {headerMediaOf(template) !== null && (
        <FileInput
          label={t(`shell:messageTypes.${headerMediaOf(template)}`)}
          value={choice.file}
          onChange={(file) => onChange({ ...choice, file })}
          required
        />
      )}
    </Stack>
  );
}

/** Template text with the variables filled so far. */
function bodyOf(template: ChatTemplate, variables: string[]): string {
  const body = template.components.find(({ type }) => type === 'BODY');
  return String(body?.text ?? '').replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
    const index = template.variables.findIndex((variable) => variable === name || variable.endsWith(`.${name}`));
    return variables[index] || place;
  });
}
