import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { writeAt } from '../../../../components/form/write-at.ts';
import { namesIn } from '../variables.ts';
import type { PartProps } from './editor.tsx';

const longest = 1_024;

/** The text, a button that adds a variable where the cursor is, and a sample of each. */
export function BodyFields({ form, notes, isWritten }: PartProps) {
  const { t } = useTranslation('templates');
  const field = useRef<HTMLTextAreaElement>(null);
  const { body, samples } = form.values;
  const names = namesIn(body);
  const addVariable = () => {
    const numbers = names.filter((name) => /^\d+$/.test(name)).length;
    const variable = `{{${numbers + 1}}}`;
    const at = field.current?.selectionStart ?? body.length;
    const until = field.current?.selectionEnd ?? at;
    writeAt(field, at + variable.length, () =>
      form.setFieldValue('body', (body.slice(0, at) + variable + body.slice(until)).slice(0, longest)),
    );
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={t('editor.body')}
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={longest}
        {...form.getInputProps('body')}
        {...notes.at('body', isWritten('body'), t('editor.bodyHelp', { left: longest - body.length }))}
      />
      <Group>
        <Button size="xs" variant="default" leftSection={<IconBraces size={16} aria-hidden />} onClick={addVariable}>
          {t('editor.addVariable')}
        </Button>
      </Group>
      {names.length > 0 && (
        <fieldset className="te-samples">
          <legend>{t('editor.samples')}</legend>
          <Text size="xs" c="dimmed" mb="xs">
            {t('editor.samplesHelp')}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {names.map((name) => (
              <TextInput
                key={name}
                label={t('editor.sample', { name: `{{${name}}}` })}
                maxLength={200}
                value={samples[name] ?? ''}
                onChange={(event) => form.setFieldValue('samples', { ...samples, [name]: event.currentTarget.value })}
                {...notes.at(`samples.${name}`, isWritten('samples'))}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      )}
    </Stack>
  );
}
