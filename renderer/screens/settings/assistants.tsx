import { Anchor, Button, Stack, Switch, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import { operationQuery } from '../../api/query.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { useSave } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { CopyCode } from '../../components/values/copy-code.tsx';
import { CopyField } from '../../components/values/copy-field.tsx';

type Settings = Result<'getAssistantSettings'>;
type Choices = Omit<Settings, 'bridge'>;

const settingsQuery = operationQuery('getAssistantSettings');

/** Whether AI assistants of other makers may work in the shop, and how they connect. */
export function AssistantsSection() {
  return (
    <Loaded query={settingsQuery}>
      {(settings) => (
        <>
          <ChoicesCard settings={settings} />
          {settings.enabled && <ConnectCard bridge={settings.bridge} />}
        </>
      )}
    </Loaded>
  );
}

function ChoicesCard({ settings: { bridge: _, ...settings } }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const save = useSave(settingsQuery.queryKey, (body: Choices) => call('setAssistantSettings', { body }), {
    isSeen: true,
  });
  const shown = save.isPending ? save.variables : settings;
  const change = (changes: Partial<Choices>) => save.mutate({ ...shown, ...changes });
  return (
    <Card title={t('assistants.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('assistants.help')}
        </Text>
        <Switch
          label={t('assistants.enabled')}
          checked={shown.enabled}
          onChange={({ currentTarget: { checked } }) => change({ enabled: checked })}
        />
        {(['mayWriteToCustomers', 'mayDelete'] as const).map((name) => (
          <Switch
            key={name}
            label={t(`assistants.${name}`)}
            description={t(`assistants.${name}Help`)}
            disabled={!shown.enabled}
            checked={shown[name]}
            onChange={({ currentTarget: { checked } }) => change({ [name]: checked })}
          />
        ))}
        <div>
          <Text size="sm">{t('assistants.log')}</Text>
          <Anchor component={Link} href="/webhooks/log" size="sm">
            {t('assistants.openLog')}
          </Anchor>
        </div>
      </Stack>
    </Card>
  );
}

const toText = (server: object): string => JSON.stringify({ mcpServers: { frontdesk: server } }, null, 2);

function ConnectCard({ bridge }: { bridge: Settings['bridge'] }) {
  const { t } = useTranslation('settings');
  const url = `${window.location.origin}/mcp`;
  const key = t('assistants.yourKey');
  const byAddress = { type: 'http', url, headers: { Authorization: `Bearer ${key}` } };
  return (
    <Card
      title={t('assistants.connect')}
      actions={
        <Button component={Link} href="/keys" variant="default">
          {t('assistants.createKey')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm">{t('assistants.keyFirst')}</Text>
        <Tabs defaultValue="address">
          <Tabs.List mb="sm">
            <Tabs.Tab value="address">{t('assistants.byAddress')}</Tabs.Tab>
            {bridge && <Tabs.Tab value="program">{t('assistants.byProgram')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="address">
            <Stack>
              <Text size="sm" c="dimmed">
                {t('assistants.byAddressHelp')}
              </Text>
              <CopyField label={t('assistants.address')} value={url} />
              <CopyCode label={t('assistants.config')} text={toText(byAddress)} />
            </Stack>
          </Tabs.Panel>
          {bridge && (
            <Tabs.Panel value="program">
              <Stack>
                <Text size="sm" c="dimmed">
                  {t('assistants.byProgramHelp')}
                </Text>
                <CopyCode label={t('assistants.config')} text={toText({ ...bridge, env: { FRONTDESK_KEY: key } })} />
              </Stack>
            </Tabs.Panel>
          )}
        </Tabs>
      </Stack>
    </Card>
  );
}
