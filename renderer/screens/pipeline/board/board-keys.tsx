import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const keys = [
  { name: 'go', keys: ['←', '↑', '↓', '→'] },
  { name: 'move', keys: ['Shift + ← ↑ ↓ →'] },
  { name: 'menu', keys: ['m'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'won', keys: ['w'] },
  { name: 'lost', keys: ['l'] },
  { name: 'undo', keys: ['z'] },
  { name: 'new', keys: ['n'] },
  { name: 'search', keys: ['/'] },
  { name: 'close', keys: ['Esc'] },
] as const;

/** Help for the pipeline's keys. */
export function BoardKeys({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('pipeline');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {keys.map(({ name, keys: shown }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`keys.${name}`)}</Table.Td>
              <Table.Td ta="right">
                {shown.map((key) => (
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
