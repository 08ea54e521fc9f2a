import { ActionIcon, Menu, Text, Textarea } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventValue } from './event-values.ts';

interface TemplateInputProps {
  label?: string;
  ariaLabel?: string;
  description?: string;
  required?: boolean;
  error?: string | undefined;
  value: string;
  onChange(value: string): void;
  eventValues: EventValue[];
  maxLength?: number;
  minRows?: number;
}

/** Text with `{{names}}` for event values; a button at its end inserts them. */
export function TemplateInput(props: TemplateInputProps) {
  const { ariaLabel, eventValues, value, onChange, minRows = 1, maxLength = 4_000, error, ...rest } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const insert = (path: string) => {
    const { selectionStart: from, selectionEnd: to } = input.current ?? { selectionStart: 0, selectionEnd: 0 };
    onChange(`${value.slice(0, from)}{{${path}}}${value.slice(to)}`);
  };
  return (
    <Textarea
      {...rest}
      ref={input}
      aria-label={ariaLabel}
      error={error}
      autosize
      minRows={minRows}
      maxRows={8}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={<InsertMenu name={props.label ?? ariaLabel ?? ''} eventValues={eventValues} onInsert={insert} />}
      rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
    />
  );
}

interface InsertMenuProps {
  name: string;
  eventValues: EventValue[];
  onInsert(path: string): void;
}

function InsertMenu({ name, eventValues, onInsert }: InsertMenuProps) {
  const { t } = useTranslation('integrations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    // Rendered inside the dialog's form, and with only items in the menu.
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      width={300}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size={28}
          title={t('form.insert')}
          aria-label={`${t('form.insert')}: ${name}`}
          // Escape closes the menu, not the dialog with its unsaved input.
          data-mantine-stop-propagation={isOpen}
        >
          <IconBraces size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={300} style={{ overflowY: 'auto' }}>
        {eventValues.length === 0 && <Menu.Item disabled>{t('form.chooseEvent')}</Menu.Item>}
        {eventValues.map(({ path, label, example }) => (
          <Menu.Item key={path} onClick={() => onInsert(path)}>
            <Text size="sm">{label}</Text>
            {example !== '' && (
              <Text size="xs" c="dimmed" truncate>
                {example}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
