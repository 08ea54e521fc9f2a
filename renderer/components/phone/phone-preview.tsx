import './phone.css';
import { SegmentedControl, Stack, useComputedColorScheme } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFile,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from './rich-text.tsx';

export type MediaKind = 'IMAGE' | 'VIDEO' | 'DOCUMENT';

/** What a message shows, with its variables filled as far as they are known. */
export interface PhoneMessage {
  header: string;
  /** The media of the header; `url` is null while no file is chosen. */
  media: { kind: MediaKind; url: string | null; fileName: string | null } | null;
  body: string;
  footer: string;
  buttons: { type: string; text: string }[];
}

interface PhonePreviewProps {
  /** Name of the shop, above the chat. */
  shop: string;
  message: PhoneMessage;
}

/** A message on a customer's phone, in its light or dark colours. */
export function PhonePreview({ shop, message }: PhonePreviewProps) {
  const { t } = useTranslation();
  const console = useComputedColorScheme('light');
  const [scheme, setScheme] = useState<string>(console);
  return (
    <Stack gap="xs" align="center">
      <section className="ph" data-scheme={scheme} aria-label={t('phone.label')}>
        <div className="ph-bar">{shop}</div>
        {/* A long message scrolls, for keyboards too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
        <div className="ph-chat" tabIndex={0}>
          <Bubble message={message} />
        </div>
      </section>
      <SegmentedControl
        size="xs"
        aria-label={t('phone.scheme')}
        value={scheme}
        onChange={setScheme}
        data={['light', 'dark'].map((value) => ({ value, label: t(`nav.themes.${value}`) }))}
      />
    </Stack>
  );
}

function Bubble({ message: { header, media, body, footer, buttons } }: { message: PhoneMessage }) {
  const { i18n } = useTranslation();
  const [now] = useState(() => new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(Date.now()));
  return (
    <div className="ph-bubble">
      {media && <Media media={media} />}
      <div className="ph-text">
        {header !== '' && (
          <p className="ph-header">
            <RichText text={header} />
          </p>
        )}
        <p className="ph-body">
          <RichText text={body} />
        </p>
        {footer !== '' && <p className="ph-footer">{footer}</p>}
        <span className="ph-time">{now}</span>
      </div>
      {buttons.length > 0 && (
        <ul className="ph-buttons">
          {buttons.map(({ type, text }, index) => (
            <li key={index}>
              <ButtonIcon type={type} />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const mediaIcons = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFile };

function Media({ media: { kind, url, fileName } }: { media: NonNullable<PhoneMessage['media']> }) {
  const { t } = useTranslation();
  const Icon = mediaIcons[kind];
  return (
    <div className="ph-media" data-kind={kind}>
      {url !== null && kind === 'IMAGE' && <img src={url} alt={fileName ?? ''} />}
      {/* biome-ignore lint/a11y/useMediaCaption: the shop's own film, without a track */}
      {url !== null && kind === 'VIDEO' && <video src={url} controls preload="metadata" />}
      {(url === null || kind === 'DOCUMENT') && (
        <>
          <Icon size={22} aria-hidden />
          {fileName ?? t(`messageTypes.${kind}`)}
        </>
      )}
    </div>
  );
}

const buttonIcons: Record<string, typeof IconPhone> = {
  QUICK_REPLY: IconArrowBackUp,
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  COPY_CODE: IconCopy,
};

function ButtonIcon({ type }: { type: string }) {
  const Icon = buttonIcons[type] ?? IconArrowBackUp;
  return <Icon size={16} aria-hidden />;
}
