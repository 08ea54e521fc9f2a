import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useConsole } from '../../../session.ts';
import { type Entry, nameOf } from '../calendar.ts';
import { clockAt } from '../shop-time.ts';
import { useCalendarFormats } from '../use-calendar-formats.ts';
import { type Slot, toDraft, toSlot, useSlotCheck } from './slot.ts';
import { SlotFields } from './slot-fields.tsx';
import { SlotReport } from './slot-report.tsx';
import { TellChoice } from './tell-choice.tsx';
import { useActs } from './use-acts.ts';

type Moved = Pick<Entry, 'id' | 'aiAgentId' | 'title' | 'clientName' | 'contactId' | 'startTime' | 'endTime'>;

/** An appointment and the slot proposed for it. */
export interface Move {
  entry: Moved;
  to: Slot;
}

interface MoveDialogProps {
  /** Null closes it. */
  move: Move | null;
  agentName: string;
  onClose(): void;
  onMoved(text: string): void;
}

/** Moves an appointment: what was dragged is confirmed here, and without a pointer it is typed. */
export function MoveDialog({ move, onClose, ...rest }: MoveDialogProps) {
  const { t } = useTranslation('calendar');
  return (
    <Modal
      opened={move !== null}
      onClose={onClose}
      title={move && t('move.title', { name: nameOf(move.entry) })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {move && <MoveForm key={move.to.startTime} move={move} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function MoveForm({ move: { entry, to }, agentName, onClose, onMoved }: MoveDialogProps & { move: Move }) {
  const { t } = useTranslation('calendar');
  const { timezone } = useConsole().workspace;
  const { dayTime } = useCalendarFormats();
  const { move } = useActs();
  const [draft, setDraft] = useState(() => toDraft(to, timezone));
  const [tells, setTells] = useState(false);
  const slot = toSlot(draft, timezone);
  const { data: check, isPlaceholderData, refetch } = useSlotCheck(entry.aiAgentId, slot, entry.id);
  const isTaken = !isPlaceholderData && (check?.conflicts.length ?? 0) > 0;
  const save = useMutation({
    mutationFn: (wanted: Slot) => move(entry, { ...wanted, notifyClient: tells, allowOverlap: isTaken }),
    onSuccess: ({ startTime }) => {
      onMoved(t('done.moved', { name: nameOf(entry), when: dayTime(startTime) }));
      onClose();
    },
    // Somebody was faster: the report says who.
    onError: (error) => error instanceof ApiError && error.code === 'slot_taken' && refetch(),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (slot) save.mutate(slot);
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Text size="sm">{t('move.from', { when: dayTime(entry.startTime), agent: agentName })}</Text>
        <SlotFields
          aiAgentId={entry.aiAgentId}
          value={draft}
          today={clockAt(Date.now(), timezone).date}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
        <SlotReport check={check} draft={draft} agentName={agentName} />
        <TellChoice name={entry.clientName} canTell={entry.contactId !== null} checked={tells} onChange={setTells} />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!slot} data-autofocus>
            {t(isTaken ? 'move.anyway' : 'move.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
