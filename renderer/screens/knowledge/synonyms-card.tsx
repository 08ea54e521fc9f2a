import { Badge, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { ConfirmButton } from '../../components/form/confirm-button.tsx';
import { languageOptions } from '../../components/form/language-options.ts';
import { useSave } from '../../components/form/use-save.ts';
import { Card } from '../../components/page/page.tsx';
import { type SynonymGroup, synonymsQuery } from './queries.ts';
import { changeGroups, keyOf } from './synonyms.ts';
import { SynonymsForm } from './synonyms-form.tsx';

/** The shop's synonyms, used in every knowledge base. */
export function SynonymsCard() {
  const { t } = useTranslation('knowledge');
  const [isOpen, setIsOpen] = useState(false);
  /** Null: a new group. */
  const [edited, setEdited] = useState<SynonymGroup | null>(null);
  const open = (group: SynonymGroup | null) => {
    setEdited(group);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <Card
      title={t('synonyms.title')}
      actions={
        <Button size="xs" variant="light" onClick={() => open(null)}>
          {t('synonyms.add')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('synonyms.intro')}
      </Text>
      <Loaded query={synonymsQuery} shape="list">
        {({ groups }) => (
          <>
            {groups.length === 0 && <Empty text={t('synonyms.none')} />}
            <ul className="fd-list">
              {/* The API may have stored the same words twice. */}
              {[...new Map(groups.map((group) => [keyOf(group), group]))].map(([key, group]) => (
                <Line key={key} group={group} onEdit={() => open(group)} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('synonyms.title')}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <SynonymsForm group={edited} onClose={close} />
      </Modal>
    </Card>
  );
}

function Line({ group, onEdit }: { group: SynonymGroup; onEdit(): void }) {
  const { t } = useTranslation('knowledge');
  const remove = useSave(
    synonymsQuery.queryKey,
    () => changeGroups((groups) => groups.filter((one) => keyOf(one) !== keyOf(group))),
    { isSeen: true },
  );
  const language = languageOptions.find(({ value }) => value === group.language);
  const name = group.words.join(', ');
  return (
    <Group component="li" className="fd-line" py="sm" gap="xs">
      <Group gap="xs" style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {language && (
          <Badge color="gray" variant="light" tt="none" radius="sm">
            {language.label}
          </Badge>
        )}
      </Group>
      <Group gap={4}>
        <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`${t('synonyms.edit')}: ${name}`}>
          {t('synonyms.edit')}
        </Button>
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          color="red"
          question={t('synonyms.deleteQuestion')}
          onConfirm={() => remove.mutate()}
          loading={remove.isPending}
        >
          {t('shell:common.delete')}
        </ConfirmButton>
      </Group>
    </Group>
  );
}
