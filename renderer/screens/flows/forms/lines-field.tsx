import { Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { useField } from './form-context.ts';

interface LinesFieldProps<Item> {
  path: string;
  label: string;
  help?: string;
  add: string;
  most: number;
  /** What a new line contains. */
  fresh(): Item;
  /** The fields of one line; their paths begin with `place`. */
  line(place: string, index: number): ReactNode;
  /** Lines are boxes with several fields below each other. */
  isBoxed?: boolean;
}

/** A list of things with fields of their own. */
export function LinesField<Item>({
  path,
  label,
  help,
  add,
  most,
  fresh,
  line,
  isBoxed = false,
}: LinesFieldProps<Item>) {
  const { t } = useTranslation('flows');
  const { value = [], set, fault } = useField<Item[]>(path);
  return (
    <Input.Wrapper component="fieldset" className="fw-fieldset" data-field={path}>
      <Input.Label component="legend">{label}</Input.Label>
      {help !== undefined && <Input.Description>{help}</Input.Description>}
      <Stack gap={isBoxed ? 'sm' : 6} mt={6}>
        {value.map((_, index) => (
          <div key={index} className={isBoxed ? 'fw-box' : 'fw-row'}>
            {line(`${path}[${index}]`, index)}
            <ToolButton
              className={isBoxed ? 'fw-box-remove' : undefined}
              label={t('fields.removeLine', { number: index + 1 })}
              onClick={() => set(value.filter((_one, at) => at !== index))}
            >
              <IconX size={16} aria-hidden />
            </ToolButton>
          </div>
        ))}
        {fault !== undefined && value.length === 0 && <Input.Error>{fault}</Input.Error>}
        {value.length < most && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => set([...value, fresh()])}
            >
              {add}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
