import { Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../../components/form/choice.tsx';
import { useLanguageName } from '../template-words.tsx';
import { categories, toName } from './draft.ts';
import type { PartProps } from './editor.tsx';

/** Codes of the platform for the languages that shops write most. */
const codes = ['pt_BR', 'pt_PT', 'es', 'es_AR', 'es_MX', 'es_ES', 'en', 'en_US', 'en_GB', 'fr', 'it', 'de'];

/** Name, language and category. */
export function FirstFields({ form, notes, isWritten }: PartProps) {
  const { t } = useTranslation('templates');
  const nameOf = useLanguageName();
  const [wasRewritten, setWasRewritten] = useState(false);
  const { name, language } = form.values;
  const known = codes.includes(language) ? codes : [language, ...codes];
  const { error, description } = notes.at('category', true);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('editor.name')}
          required
          maxLength={512}
          data-autofocus
          value={name}
          onChange={({ currentTarget: { value } }) => {
            setWasRewritten(toName(value) !== value || (wasRewritten && value !== ''));
            form.setFieldValue('name', toName(value));
          }}
          {...notes.at('name', isWritten('name'), t(wasRewritten ? 'editor.rewritten' : 'editor.nameHelp'))}
        />
        <Select
          label={t('editor.language')}
          data={known.map((code) => ({ value: code, label: nameOf(code) }))}
          allowDeselect={false}
          searchable
          {...form.getInputProps('language')}
          {...notes.at('language', true, t('editor.languageHelp'))}
        />
      </SimpleGrid>
      <Radio.Group
        label={t('editor.category')}
        {...form.getInputProps('category')}
        error={error}
        description={description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" mb={4} spacing="xs">
          {categories
            // One-time codes have a form of their own, which is made at the platform.
            .filter((category) => category !== 'AUTHENTICATION')
            .map((category) => (
              <Choice
                key={category}
                value={category}
                label={t(`categories.${category}`)}
                help={t(`editor.categoryHelp.${category}`)}
              />
            ))}
        </SimpleGrid>
      </Radio.Group>
    </Stack>
  );
}
