import './print.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Order } from '../order.ts';
import { Ticket } from './ticket.tsx';

/** Shows an order's ticket and prints it. */
export function PrintDialog({ order, onClose }: { order: Order | null; onClose(): void }) {
  const { t } = useTranslation('orders');
  return (
    <Modal
      opened={order !== null}
      onClose={onClose}
      size="sm"
      title={t('print.title', { number: order?.number })}
      closeButtonProps={{ 'aria-label': t('shell:common.close') }}
    >
      {order && (
        <>
          <Ticket order={order} />
          <Group justify="space-between" mt="md" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {t('print.help')}
            </Text>
            <Button
              data-autofocus
              style={{ flex: 'none' }}
              leftSection={<IconPrinter size={17} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('print.button')}
            </Button>
          </Group>
          {/* Beside the page, which is not printed. */}
          {createPortal(
            <div className="or-print" aria-hidden>
              <Ticket order={order} />
            </div>,
            document.body,
          )}
        </>
      )}
    </Modal>
  );
}
