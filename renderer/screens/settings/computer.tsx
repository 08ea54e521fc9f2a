import { Stack, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { Card } from '../../components/page/page.tsx';
import { type ComputerChoices, chooseForComputer } from './desktop.ts';

const choicesQuery = { queryKey: ['computer'], queryFn: () => chooseForComputer({}) };

/** The choices for this computer; only in the desktop program. */
export function ComputerSection() {
  return <Loaded query={choicesQuery}>{(choices) => <ComputerCard choices={choices} />}</Loaded>;
}

const names = ['startsAtLogin', 'keepsAwake'] as const;

function ComputerCard({ choices }: { choices: ComputerChoices }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: chooseForComputer,
    onSuccess: (made) => client.setQueryData(choicesQuery.queryKey, made),
    onError: notifyFailure,
  });
  const shown = { ...choices, ...(change.isPending ? change.variables : {}) };
  return (
    <Card title={t('computer.title')}>
      <Stack>
        {names.map((name) => (
          <Switch
            key={name}
            label={t(`computer.${name}`)}
            description={t(`computer.${name}Help`)}
            checked={shown[name]}
            onChange={({ currentTarget: { checked } }) => change.mutate({ [name]: checked })}
          />
        ))}
      </Stack>
    </Card>
  );
}
