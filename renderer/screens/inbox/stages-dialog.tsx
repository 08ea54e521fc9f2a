import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate } from '../../api/query.ts';
import type { Stage } from './types.ts';
import { useStages } from './use-lists.ts';

/** Proposed for new stages, in turn. */
const colours = ['#1e88e5', '#43a047', '#fb8c00', '#8e24aa', '#e53935', '#00897b', '#6d4c41', '#3949ab'];
const longestName = 40;
/** A colour field reports every colour that the pointer passes. */
const colourPauseMs = 300;

/** Creates, renames, recolours and deletes the stages of conversations. */
export function StagesDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('inbox');
  const stages = useStages();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('stages.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('stages.help')}
        </Text>
        {stages.length > 0 && (
          <Stack component="ul" className="fd-list" gap="xs">
            {stages.map((stage) => (
              <StageLine key={stage.id} stage={stage} />
            ))}
          </Stack>
        )}
        <NewStage key={stages.length} colour={colours[stages.length % colours.length] as string} />
      </Stack>
    </Modal>
  );
}

function StageLine({ stage: { id, name, color } }: { stage: Stage }) {
  const { t } = useTranslation('inbox');
  const [typed, setTyped] = useState(name);
  const path = { id };
  const change = useStageChange((body: Body<'updateConversationStage'>) =>
    call('updateConversationStage', { path, body }),
  );
  const remove = useStageChange(() => call('deleteConversationStage', { path }));
  const rename = () => {
    const chosen = typed.trim();
    if (chosen === '') setTyped(name);
    else if (chosen !== name) change.mutate({ name: chosen });
  };
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <ColourField
        label={t('stages.colourOf', { name })}
        value={color}
        onChange={(colour) => change.mutate({ color: colour })}
      />
      <TextInput
        aria-label={t('stages.nameOf', { name })}
        value={typed}
        maxLength={longestName}
        error={(change.error ?? remove.error)?.message}
        style={{ flex: 1 }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size="input-sm"
        aria-label={t('stages.delete', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function NewStage({ colour }: { colour: string }) {
  const { t } = useTranslation('inbox');
  const [name, setName] = useState('');
  const [color, setColor] = useState(colour);
  const create = useStageChange(() => call('createConversationStage', { body: { name: name.trim(), color } }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={onSubmit}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <ColourField label={t('stages.newColour')} value={color} onChange={setColor} />
        <TextInput
          aria-label={t('stages.new')}
          placeholder={t('stages.new')}
          value={name}
          maxLength={longestName}
          error={create.error?.message}
          style={{ flex: 1 }}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {t('shell:common.add')}
        </Button>
      </Group>
    </form>
  );
}

interface ColourFieldProps {
  label: string;
  value: string;
  onChange(colour: string): void;
}

function ColourField({ label, value, onChange }: ColourFieldProps) {
  const report = useDebouncedCallback(onChange, colourPauseMs);
  return (
    <input
      type="color"
      className="ib-colour"
      aria-label={label}
      title={label}
      defaultValue={value}
      onChange={(event) => report(event.currentTarget.value)}
    />
  );
}

/** Mutation after which the stages are read again; its failure is shown at the stage. */
function useStageChange<Input = void>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidate(client, ['listConversationStages']),
  });
}
