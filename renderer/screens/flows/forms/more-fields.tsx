import { Button, Collapse, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from './form-context.ts';

/** Fields that are rarely changed, behind a button; shown if one of them is at fault. */
export function MoreFields({ paths, children }: { paths: string[]; children: ReactNode }) {
  const { t } = useTranslation('flows');
  const { faults } = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = faults.some(({ field }) => paths.some((path) => field.startsWith(path)));
  const isShown = isOpen || isWrong;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => setIsOpen(!isOpen)}
        aria-expanded={isShown}
        rightSection={<IconChevronDown size={15} aria-hidden className="fw-chevron" data-open={isShown || undefined} />}
      >
        {t('fields.more')}
      </Button>
      <Collapse expanded={isShown}>
        <Stack mt="xs" gap="sm">
          {children}
        </Stack>
      </Collapse>
    </div>
  );
}
