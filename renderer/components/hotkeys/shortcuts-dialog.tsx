import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '../../help/help-link.tsx';

interface ShortcutsDialogProps {
  title: string;
  shortcuts: { text: string; keys: readonly string[] }[];
  opened: boolean;
  onClose(): void;
}

/** Help for a screen's keyboard shortcuts. */
export function ShortcutsDialog({ title, shortcuts, opened, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(({ text, keys }) => (
            <Table.Tr key={text}>
              <Table.Td>{text}</Table.Td>
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
      <HelpLink onOpen={onClose} />
    </Modal>
  );
}
