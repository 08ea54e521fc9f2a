import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../components/form/fold.ts';
import type { StepType } from '../draft/draft.ts';
import { kindGroups, kindIcons } from '../steps.tsx';

interface KindPickerProps {
  opened: boolean;
  onClose(): void;
  onPick(type: StepType): void;
}

/** Asks which kind of step is added: a letter or two find it, arrows and Enter take it. */
export function KindPicker({ opened, onClose, onPick }: KindPickerProps) {
  const { t } = useTranslation('flows');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('add.title')}
      size="lg"
      // The form of the new step takes the focus.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      <Kinds onPick={onPick} />
    </Modal>
  );
}

function Kinds({ onPick }: Pick<KindPickerProps, 'onPick'>) {
  const { t } = useTranslation('flows');
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const fits = (type: StepType) => fold(`${t(`kinds.${type}`)} ${t(`kindHelp.${type}`)}`).includes(fold(typed.trim()));
  const groups = kindGroups
    .map(({ name, kinds }) => ({ name, kinds: kinds.filter(fits) }))
    .filter(({ kinds }) => kinds.length > 0);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const first = groups[0]?.kinds[0];
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first) onPick(first);
    else if (step === undefined) return;
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (step !== undefined) all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    event.preventDefault();
  };
  return (
    <Stack gap="sm" onKeyDown={onKeyDown} ref={list}>
      <TextInput
        data-autofocus
        aria-label={t('add.search')}
        placeholder={t('add.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {groups.map(({ name, kinds }) => (
        <section key={name} aria-label={t(`add.groups.${name}`)}>
          <Text size="xs" c="dimmed" fw={600} mb={4}>
            {t(`add.groups.${name}`)}
          </Text>
          <div className="fw-kinds">
            {kinds.map((type) => (
              <Kind key={type} type={type} onPick={onPick} />
            ))}
          </div>
        </section>
      ))}
      {groups.length === 0 && <Text size="sm">{t('add.none')}</Text>}
    </Stack>
  );
}

function Kind({ type, onPick }: { type: StepType; onPick(type: StepType): void }) {
  const { t } = useTranslation('flows');
  const Icon = kindIcons[type];
  return (
    <UnstyledButton className="fw-kind" onClick={() => onPick(type)}>
      <span className="fw-kind-icon" data-kind={type}>
        <Icon size={18} aria-hidden />
      </span>
      <span className="fw-kind-words">
        <b>{t(`kinds.${type}`)}</b>
        <span>{t(`kindHelp.${type}`)}</span>
      </span>
    </UnstyledButton>
  );
}
