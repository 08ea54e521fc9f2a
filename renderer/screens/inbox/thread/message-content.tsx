import { Anchor, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFile, IconMapPin, IconPhotoOff, IconTemplate } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mediaPath } from '../../../components/values/media-path.ts';
import { formatBytes, readPlace } from '../format.ts';
import type { Message } from '../types.ts';

type Shown = Pick<Message, 'type' | 'content' | 'mediaUrl' | 'media' | 'template'> &
  Partial<Pick<Message, 'enclosed' | 'mediaPending'>>;

/** Content of a message by its type. Customers' text is rendered only as text. */
export function MessageContent({ message }: { message: Shown }) {
  const { t } = useTranslation('inbox');
  if (message.type === 'LOCATION') return <Place uri={message.content} place={message.enclosed?.place} />;
  return (
    <>
      {message.template && (
        <Group gap={4} wrap="nowrap" c="dimmed" mb={2}>
          <IconTemplate size={13} aria-hidden />
          <Text size="xs">{t('thread.template', { name: String(message.template.name ?? '') })}</Text>
        </Group>
      )}
      <Media message={message} />
      {message.content !== null && <Words text={message.content} />}
      {message.content === null && message.type === 'TEXT' && message.mediaUrl === null && (
        <Text size="sm" fs="italic" c="dimmed">
          {t('thread.empty')}
        </Text>
      )}
    </>
  );
}

function Media({ message }: { message: Shown }) {
  const { t } = useTranslation('inbox');
  if (message.mediaUrl === null) {
    if (message.type === 'TEXT') return null;
    return (
      <Text size="sm" fs="italic" c="dimmed" role={message.mediaPending ? 'status' : undefined}>
        {message.mediaPending ? t('thread.mediaPending') : t('thread.mediaLost')}
      </Text>
    );
  }
  const path = mediaPath(message.mediaUrl);
  if (message.type === 'IMAGE') return <Picture path={path} message={message} />;
  if (message.type === 'VIDEO') {
    // biome-ignore lint/a11y/useMediaCaption: customers' videos have no captions
    return <video className="ib-video" src={path} controls preload="metadata" />;
  }
  // biome-ignore lint/a11y/useMediaCaption: customers' recordings have no captions
  if (message.type === 'AUDIO') return <audio className="ib-audio" src={path} controls preload="none" />;
  return <Document path={path} message={message} />;
}

/** A picture in a fixed frame, so that loading does not shift the layout; a sticker has none. */
function Picture({ path, message }: { path: string; message: Shown }) {
  const { t } = useTranslation('inbox');
  const [isOpen, { open, close }] = useDisclosure(false);
  const [isLost, setIsLost] = useState(false);
  const isSticker = message.media?.contentType === 'image/webp' && message.content === null;
  const label = message.content ?? message.media?.fileName ?? t('shell:messageTypes.IMAGE');
  if (isLost) {
    return (
      <Group gap={6} className="ib-picture" justify="center" c="dimmed">
        <IconPhotoOff size={18} aria-hidden />
        <Text size="sm">{t('thread.mediaLost')}</Text>
      </Group>
    );
  }
  return (
    <>
      <UnstyledButton onClick={open} aria-label={t('thread.openImage', { name: label })} display="block">
        <img
          className={isSticker ? 'ib-sticker' : 'ib-picture'}
          src={path}
          alt=""
          loading="lazy"
          onError={() => setIsLost(true)}
        />
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={close}
        size="auto"
        centered
        title={label}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
      >
        <img className="ib-picture-large" src={path} alt={label} />
      </Modal>
    </>
  );
}

function Document({ path, message }: { path: string; message: Shown }) {
  const { i18n } = useTranslation();
  const { fileName = '', sizeBytes } = message.media ?? {};
  return (
    <a className="ib-file" href={path} download={fileName}>
      <IconFile size={22} aria-hidden />
      <span className="ib-file-name">{fileName}</span>
      <Text span size="xs" c="dimmed" className="ib-nowrap">
        {formatBytes(sizeBytes ?? 0, i18n.language)}
      </Text>
      <IconDownload size={16} aria-hidden />
    </a>
  );
}

type Named = NonNullable<Message['enclosed']>['place'];

function Place({ uri, place: named }: { uri: string | null; place: Named | undefined }) {
  const { t } = useTranslation('inbox');
  const place = readPlace(uri);
  if (!place) return <Words text={uri ?? ''} />;
  const { latitude, longitude } = place;
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <a className="ib-file" href={href} target="_blank" rel="noopener noreferrer">
      <IconMapPin size={22} aria-hidden />
      <span>
        <Text span size="sm" fw={600} display="block">
          {named?.name ?? t('shell:messageTypes.LOCATION')}
        </Text>
        <Text span size="xs" c="dimmed">
          {named?.address ?? `${latitude}, ${longitude}`}
        </Text>
      </span>
    </a>
  );
}

const link = /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g;

/** Text with clickable links. */
function Words({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(link)) {
    parts.push(text.slice(end, found.index));
    parts.push(
      <Anchor key={found.index} href={found[0]} target="_blank" rel="noopener noreferrer" inherit underline="always">
        {found[0]}
      </Anchor>,
    );
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return <div className="ib-words">{parts}</div>;
}
