import { IconCloud, IconDeviceMobile, IconQrcode } from '@tabler/icons-react';
import type { ChannelKind } from './channel-kind.ts';

const icons: Record<ChannelKind, typeof IconCloud> = {
  simulator: IconDeviceMobile,
  qr: IconQrcode,
  cloud: IconCloud,
};

/** Glyph of a channel's kind; stands beside the channel's name, so it is not read aloud. */
export function ChannelMark({ kind, size = 20 }: { kind: ChannelKind; size?: number }) {
  const Icon = icons[kind];
  return (
    <span className="fd-channel-mark" data-kind={kind} style={{ width: size, height: size }} aria-hidden>
      <Icon size={size * 0.7} stroke={1.8} />
    </span>
  );
}
