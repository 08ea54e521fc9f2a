import { Alert, Button, Group, Modal, Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Choice } from '../../components/form/choice.tsx';
import { fieldsOf } from '../../components/form/use-save.ts';
import type { Channel } from './queries.ts';

type Kind = 'simulator' | 'qr' | 'cloud';
type Provider = Channel['provider'];

interface Draft {
  name: string;
  kind: Kind;
  /** Provider that a simulator imitates. */
  behavior: Provider;
}

/** Creates a channel and opens it for pairing or credentials. */
export function CreateChannel({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('channels');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('create.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm<Draft>({ initialValues: { name: '', kind: 'simulator', behavior: '<QR_PROVIDER>' } });
  const { name, kind, behavior } = form.values;
  const create = useMutation({
    mutationFn: createChannel,
    onSuccess: (channel) => {
      invalidate(client, reads.channels);
      navigate(`/channels/${channel.id}`);
    },
    onError: (error) => form.setErrors(fieldsOf(error)),
  });
  const isOther = create.error !== null && fieldsOf(create.error).name === undefined;
  return (
    <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
      <Stack>
        <TextInput
          label={t('create.name')}
          description={t('create.nameHelp')}
          required
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('create.how')} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt="xs">
            <Choice value="simulator" label={t('create.simulator')} help={t('create.simulatorHelp')} />
            <Choice value="qr" label={t('create.qr')} help={t('create.qrHelp')} />
            <Choice value="cloud" label={t('create.cloud')} help={t('create.cloudHelp')} />
          </Stack>
        </Radio.Group>
        {kind === 'simulator' && (
          <BehaviorChoice value={behavior} onChange={(chosen) => form.setFieldValue('behavior', chosen)} />
        )}
        {kind === 'qr' && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {t('create.qrWarning')}
          </Alert>
        )}
        {isOther && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim().length < 2}>
            {t('create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function BehaviorChoice({ value, onChange }: { value: Provider; onChange(value: Provider): void }) {
  const { t } = useTranslation('channels');
  return (
    <div>
      <Text size="sm" mb={4} id="behaves">
        {t('create.behaves')}
      </Text>
      <SegmentedControl
        aria-labelledby="behaves"
        size="xs"
        value={value}
        onChange={(behavior) => onChange(behavior as Provider)}
        data={[
          { value: '<QR_PROVIDER>', label: t('create.behavesQr') },
          { value: 'CLOUD_API', label: t('create.behavesCloud') },
        ]}
      />
    </div>
  );
}

async function createChannel({ name, kind, behavior }: Draft): Promise<Channel> {
  const providers: Record<Kind, Provider> = { simulator: behavior, qr: '<QR_PROVIDER>', cloud: 'CLOUD_API' };
  const channel = await call('createChannel', { body: { name: name.trim(), provider: providers[kind] } });
  // Every channel is created as a simulator; a cloud channel becomes live with its credentials.
  return kind === 'qr' ? call('setChannelDriver', { path: { id: channel.id }, body: { driver: 'live' } }) : channel;
}
