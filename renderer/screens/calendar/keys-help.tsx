import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const keys = [
  { name: 'step', keys: ['←', '→'] },
  { name: 'today', keys: ['T'] },
  { name: 'views', keys: ['D', 'W', 'L'] },
  { name: 'new', keys: ['N'] },
  { name: 'focus', keys: ['↑', '↓', '←', '→'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'move', keys: ['M'] },
  { name: 'shift', keys: ['Shift + ↑', '↓', '←', '→'] },
  { name: 'help', keys: ['?'] },
] as const;

/** Help for the calendar's keys. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('calendar');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {keys.map(({ name, keys: pressed }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`keys.${name}`)}</Table.Td>
              <Table.Td ta="right">
                {pressed.map((key) => (
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
