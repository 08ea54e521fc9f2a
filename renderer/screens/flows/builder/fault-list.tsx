import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconAlertCircleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, findStep, triggerId } from '../draft/draft.ts';
import { useStepNames } from '../step-names.ts';
import type { Fault } from './faults.ts';

interface FaultListProps {
  faults: Fault[];
  draft: Draft;
  onMend(stepId: string | null, path: string): void;
}

/** How many faults keep the flow from being turned on; each leads to its field. */
export function FaultList({ faults, draft, onMend }: FaultListProps) {
  const { t } = useTranslation('flows');
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = useStepNames();
  if (faults.length === 0) return null;
  const placeOf = ({ stepId }: Fault): string => {
    const step = findStep(draft, stepId);
    if (step) return nameOf(step);
    return stepId === triggerId ? t('kinds.trigger') : '';
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      width={360}
      trapFocus
      portalProps={{ target: 'main' }}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconAlertCircleFilled size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('faults.count', { count: faults.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p={6}
        mah={420}
        style={{ overflowY: 'auto' }}
        aria-label={t('faults.count', { count: faults.length })}
      >
        {faults.map((fault) => (
          <UnstyledButton
            key={`${fault.stepId} ${fault.field} ${fault.message}`}
            className="fw-fault"
            onClick={() => {
              setIsOpen(false);
              onMend(fault.stepId, fault.field);
            }}
          >
            <span>{placeOf(fault)}</span>
            {fault.message}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
