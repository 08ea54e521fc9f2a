import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconPlugConnectedX,
  IconQrcode,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../api/operations.ts';

type Status = Result<'getChannel'>['status'];

const looks: Record<Status, { color: string; icon: typeof IconBan }> = {
  CONNECTED: { color: 'green', icon: IconCircleCheck },
  DEGRADED: { color: 'orange', icon: IconAlertTriangle },
  CONNECTING: { color: 'blue', icon: IconRefresh },
  PAIRING: { color: 'blue', icon: IconQrcode },
  PAIRING_BLOCKED: { color: 'red', icon: IconBan },
  DISCONNECTED: { color: 'orange', icon: IconPlugConnectedX },
  LOGGED_OUT: { color: 'red', icon: IconPlugConnectedX },
  BANNED: { color: 'red', icon: IconBan },
  DEACTIVATED: { color: 'gray', icon: IconCircleDashed },
};

/** State of a channel (`Channel.status`) as text, colour and icon. */
export function ChannelStatus({ status }: { status: string }) {
  const { t } = useTranslation();
  const { color, icon: Icon } = looks[status as Status];
  return (
    <Badge color={color} variant="light" leftSection={<Icon size={13} aria-hidden />} tt="none" radius="sm">
      {t(`channelStatus.${status}`)}
    </Badge>
  );
}
