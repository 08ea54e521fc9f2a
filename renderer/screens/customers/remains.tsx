import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';
import { useFormats } from '../../components/values/use-formats.ts';

export type Deletion = Result<'deleteContacts'>;

/** Shows what remains of deleted customers; the page that deleted them may be closed by then. */
export const ShowRemains = createContext<(deletion: Deletion) => void>(() => {});

/** Shows what remains of customers after a deletion. */
export function RemainsDialog({ deletion, onClose }: { deletion: Deletion | null; onClose(): void }) {
  const { t } = useTranslation('customers');
  return (
    <Modal
      opened={deletion !== null}
      onClose={onClose}
      title={deletion && t('delete.done', { count: deletion.deleted })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {deletion && <Remains remains={deletion.remains} onClose={onClose} />}
    </Modal>
  );
}

/** Lists the books, backups, receivers and exports that may still name deleted customers. */
function Remains({
  remains: { books, backups, outside, exports },
  onClose,
}: Pick<Deletion, 'remains'> & { onClose(): void }) {
  const { t } = useTranslation('customers');
  const formats = useFormats();
  const entries = books.orders + books.appointments + books.cards;
  const backup = ({ createdAt, keptUntil }: (typeof backups)[number]) => {
    const date = formats.full(createdAt);
    return keptUntil === null
      ? t('delete.backupKept', { date })
      : t('delete.backupUntil', { date, until: formats.day(keptUntil) });
  };
  return (
    <Stack gap="sm">
      {entries + backups.length + outside.length + exports.length === 0 && <Text size="sm">{t('delete.nothing')}</Text>}
      {entries > 0 && (
        <Text size="sm">{t(books.anonymous ? 'delete.booksAnonymous' : 'delete.booksNamed', { count: entries })}</Text>
      )}
      <Listed title={t('delete.backups')} entries={backups.map((one) => [one.name, backup(one)])} />
      <Listed
        title={t('delete.outside')}
        entries={outside.map(({ kind, name }) => [kind + name, t(`delete.kinds.${kind}`, { name })])}
      />
      <Listed
        title={t('delete.exports')}
        entries={exports.map(({ event, at, by }) => [
          event + at,
          by === null ? formats.full(at) : t('delete.exportBy', { date: formats.full(at), name: by }),
        ])}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('shell:common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** A list with a heading. Renders nothing without entries, which are pairs of a key and a text. */
function Listed({ title, entries }: { title: string; entries: [string, string][] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm" styles={{ item: { overflowWrap: 'anywhere' } }}>
        {entries.map(([key, text]) => (
          <List.Item key={key}>{text}</List.Item>
        ))}
      </List>
    </div>
  );
}
