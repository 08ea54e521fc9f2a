import { Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { modName } from '../components/hotkeys/use-hotkeys.ts';
import { HelpLink } from '../help/help-link.tsx';

/** What works on every screen; the inbox adds keys of its own and lists them. */
const keys = [
  { name: 'search', key: `${modName} + K` },
  { name: 'help', key: '?' },
  { name: 'move', key: 'Tab' },
  { name: 'undo', key: 'z' },
  { name: 'close', key: 'Esc' },
] as const;

/** Lists the keys that work on every screen. */
export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('nav.keyboard')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <Table withRowBorders={false} verticalSpacing={6} horizontalSpacing={0}>
          <Table.Tbody>
            {keys.map(({ name, key }) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`nav.shortcuts.${name}`)}</Table.Td>
                <Table.Td ta="right">
                  <Kbd>{key}</Kbd>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          {t('nav.shortcuts.inbox')}
        </Text>
        <HelpLink onOpen={onClose} />
      </Stack>
    </Modal>
  );
}
