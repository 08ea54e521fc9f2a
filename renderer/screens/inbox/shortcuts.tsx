import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { modName } from '../../components/hotkeys/use-hotkeys.ts';

const shortcuts = [
  { name: 'move', keys: ['j', 'k', '↓', '↑'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'reply', keys: ['r'] },
  { name: 'resolve', keys: ['e'] },
  { name: 'handoff', keys: ['h'] },
  { name: 'search', keys: ['/'] },
  { name: 'palette', keys: [`${modName} + K`] },
  { name: 'send', keys: ['Enter'] },
  { name: 'newLine', keys: ['Shift + Enter'] },
  { name: 'quickReplies', keys: ['/'] },
  { name: 'leave', keys: ['Esc'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Help for the inbox's keyboard shortcuts. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('inbox');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(({ name, keys }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`shortcuts.${name}`)}</Table.Td>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
