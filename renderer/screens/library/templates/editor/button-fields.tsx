import { Button, Group, Input, Menu, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../../components/page/tool-button.tsx';
import { namesIn } from '../variables.ts';
import { type ButtonDraft, buttonTypes, newButton } from './draft.ts';
import type { PartProps } from './editor.tsx';

const mostButtons = 10;

/** Buttons below the message: up to ten, each of one kind. */
export function ButtonFields(props: PartProps) {
  const { t } = useTranslation('templates');
  const { form, notes, isWritten } = props;
  const { buttons } = form.values;
  return (
    <Input.Wrapper
      label={t('editor.buttons')}
      labelElement="div"
      {...notes.at('buttons', isWritten('buttons'), t('editor.buttonsHelp'))}
    >
      <Stack gap="sm" mt={6} mb={4}>
        {buttons.map((button, index) => (
          <ButtonLine key={button.key} {...props} button={button} index={index} />
        ))}
        {buttons.length < mostButtons && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="xs" variant="default" w="fit-content" leftSection={<IconPlus size={16} aria-hidden />}>
                {t('editor.addButton')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {buttonTypes.map((type) => (
                <Menu.Item key={type} onClick={() => form.insertListItem('buttons', newButton(type))}>
                  {t(`buttons.${type}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function ButtonLine({ form, notes, isWritten, button, index }: PartProps & { button: ButtonDraft; index: number }) {
  const { t } = useTranslation('templates');
  const path = `buttons.${index}`;
  const field = (name: string) => ({
    ...form.getInputProps(`${path}.${name}`),
    ...notes.at(`${path}.${name}`, isWritten(`${path}.${name}`)),
  });
  return (
    <fieldset className="te-button" aria-label={`${t(`buttons.${button.type}`)} ${index + 1}`}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <span className="te-kind">{t(`buttons.${button.type}`)}</span>
        <ToolButton label={t('editor.removeButton')} size="sm" onClick={() => form.removeListItem('buttons', index)}>
          <IconTrash size={16} aria-hidden />
        </ToolButton>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {button.type !== 'COPY_CODE' && <TextInput label={t('editor.label')} maxLength={25} {...field('text')} />}
        {button.type === 'URL' && <TextInput label={t('editor.url')} type="url" maxLength={2000} {...field('url')} />}
        {button.type === 'URL' && namesIn(button.url).length > 0 && (
          <TextInput label={t('editor.urlSample')} type="url" maxLength={2000} {...field('sample')} />
        )}
        {button.type === 'PHONE_NUMBER' && (
          <TextInput label={t('editor.phone')} type="tel" maxLength={25} {...field('phone')} />
        )}
        {button.type === 'COPY_CODE' && <TextInput label={t('editor.code')} maxLength={15} {...field('sample')} />}
      </SimpleGrid>
    </fieldset>
  );
}
