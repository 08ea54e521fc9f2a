import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { stageColours } from './colour-swatches.tsx';
import { longestStageName } from './stage-title.tsx';
import { useStageChange } from './use-stage-change.ts';

/** The server's limit. */
const mostStages = 30;

/** Right of the last column: adds a stage there. */
export function NewStage({ pipelineId, count }: { pipelineId: string; count: number }) {
  const { t } = useTranslation('pipeline');
  const [name, setName] = useState<string | null>(null);
  const color = stageColours[count % stageColours.length]?.[1] ?? stageColours[0][1];
  const create = useStageChange(
    (chosen: string) => call('createCrmStage', { body: { pipelineId, name: chosen, color } }),
    {
      quiet: true,
    },
  );
  const close = () => {
    setName(null);
    create.reset();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name?.trim()) create.mutate(name.trim(), { onSuccess: close });
  };
  if (count >= mostStages) return null;
  return (
    <div className="pl-new-stage">
      {name === null ? (
        <ToolButton label={t('stages.new')} size={36} onClick={() => setName('')}>
          <IconPlus size={18} aria-hidden />
        </ToolButton>
      ) : (
        <form onSubmit={onSubmit}>
          <TextInput
            aria-label={t('stages.newName')}
            placeholder={t('stages.newName')}
            value={name}
            maxLength={longestStageName}
            error={create.error?.message}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
            onBlur={() => name.trim() === '' && close()}
            onKeyDown={(event) => event.key === 'Escape' && close()}
          />
        </form>
      )}
    </div>
  );
}
