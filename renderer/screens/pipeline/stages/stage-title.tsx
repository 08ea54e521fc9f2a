import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import type { Stage } from '../types.ts';
import { useStageChange } from './use-stage-change.ts';

export const longestStageName = 60;

/** Name of a stage; a click edits it in place. */
export function StageTitle({ stage: { id, name } }: { stage: Stage }) {
  const { t } = useTranslation('pipeline');
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useStageChange((chosen: string) => call('updateCrmStage', { path: { id }, body: { name: chosen } }), {
    quiet: true,
  });
  const close = () => {
    setTyped(null);
    rename.reset();
  };
  const save = () => {
    const chosen = typed?.trim() ?? '';
    if (chosen === '' || chosen === name) close();
    else rename.mutate(chosen, { onSuccess: close });
  };
  if (typed === null) {
    return (
      <h2 className="bd-title">
        <UnstyledButton className="pl-stage-name" title={t('stages.rename')} onClick={() => setTyped(name)}>
          {name}
        </UnstyledButton>
      </h2>
    );
  }
  return (
    <Popover opened={rename.error !== null} position="bottom-start" withinPortal={false}>
      <Popover.Target>
        <TextInput
          size="xs"
          className="pl-stage-input"
          aria-label={t('stages.nameOf', { name })}
          aria-invalid={rename.error !== null}
          value={typed}
          maxLength={longestStageName}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
            if (event.key === 'Escape') close();
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p="xs" fz="sm" role="alert">
        {rename.error?.message}
      </Popover.Dropdown>
    </Popover>
  );
}
