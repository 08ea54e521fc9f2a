import { Anchor, Button, Group, Popover, Text, UnstyledButton } from '@mantine/core';
import {
  IconAd2,
  IconAddressBook,
  IconArrowForwardUp,
  IconBan,
  IconClockPlay,
  IconEyeOff,
  IconForms,
  IconLiveView,
  IconShoppingBag,
  IconShoppingCart,
  IconSticker,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { ApiError } from '../../../api/refusals.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { useFormats } from '../../../components/values/use-formats.ts';
import { useSaid } from '../../../components/values/use-said.ts';
import { noticeIcons } from '../notice-icons.ts';
import type { Message } from '../types.ts';

type Enclosure = NonNullable<Message['enclosed']>;

/** A notice in a bubble. */
export function NoticeLine({ notice, isOut }: { notice: NonNullable<Message['notice']>; isOut: boolean }) {
  const { t } = useTranslation('inbox');
  const { sayNotice } = useSaid();
  const { full } = useFormats();
  const Icon = noticeIcons[notice.kind];
  const isTakenCall = isOut && (notice.kind === 'call' || notice.kind === 'videoCall');
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon size={20} aria-hidden className="ib-state-icon" />
      <div>
        <Text size="sm" fw={600}>
          {isTakenCall ? t('thread.onPhone') : sayNotice(notice)}
        </Text>
        {notice.lines.map((line, index) => (
          <Text key={index} size="sm" className="ib-words">
            {isMoment(line) ? full(line) : line}
          </Text>
        ))}
      </div>
    </Group>
  );
}

const isMoment = (line: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(line);

/** A message that its author took back, with its former text. */
export function Deleted({ message: { direction, earlier } }: { message: Message }) {
  const { t } = useTranslation('inbox');
  const before = earlier.at(-1)?.content;
  return (
    <>
      <Group gap={6} wrap="nowrap" c="dimmed">
        <IconBan size={16} aria-hidden />
        <Text size="sm" fs="italic">
          {t(`thread.deletedBy.${direction}`)}
        </Text>
      </Group>
      {before && (
        <Text size="sm" td="line-through" c="dimmed" className="ib-words">
          {before}
        </Text>
      )}
    </>
  );
}

/** Marks a corrected message; shows its earlier texts on a click. */
export function Edited({ earlier }: { earlier: Message['earlier'] }) {
  const { t } = useTranslation('inbox');
  const texts = earlier.filter(({ content }) => content !== null);
  if (texts.length === 0) return <span>{t('thread.edited')}</span>;
  return (
    <Popover width={280} shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className="ib-edited">{t('thread.edited')}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" fw={600}>
          {t('thread.earlier')}
        </Text>
        {texts.map(({ content, until }) => (
          <Text key={until} size="sm" className="ib-words ib-earlier">
            {content}
          </Text>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

const enclosures = {
  cards: IconAddressBook,
  order: IconShoppingCart,
  answers: IconForms,
  product: IconShoppingBag,
} as const;
type EnclosureKind = keyof typeof enclosures;
const enclosureKinds = Object.keys(enclosures) as EnclosureKind[];

const marks = {
  sticker: IconSticker,
  viewOnce: IconEyeOff,
  ephemeral: IconClockPlay,
  forwarded: IconArrowForwardUp,
  live: IconLiveView,
} as const;

/** Enclosures below the words, which contain most of them as lines. */
export function Enclosed({ message: { enclosed } }: { message: Message }) {
  const { t } = useTranslation('inbox');
  if (enclosed === null) return null;
  const shown = enclosureKinds.filter((kind) => enclosed[kind] !== undefined);
  return (
    <>
      {enclosed.ad && <Ad ad={enclosed.ad} />}
      <div className="ib-marks">
        {shown.map((kind) => (
          <Mark key={kind} icon={enclosures[kind]} name={t(`thread.enclosed.${kind}`)} />
        ))}
        {enclosed.marks?.map((mark) => (
          <Mark key={mark} icon={marks[mark]} name={t(`thread.marks.${mark}`)} />
        ))}
      </div>
      {enclosed.cards && <Cards cards={enclosed.cards} />}
    </>
  );
}

function Mark({ icon: Icon, name }: { icon: typeof IconBan; name: string }) {
  return (
    <span className="ib-mark">
      <Icon size={14} aria-hidden />
      {name}
    </span>
  );
}

function Ad({ ad: { headline, body, url } }: { ad: NonNullable<Enclosure['ad']> }) {
  const { t } = useTranslation('inbox');
  return (
    <div className="ib-quote">
      <Mark icon={IconAd2} name={t('thread.enclosed.ad')} />
      {headline && (
        <Text size="sm" fw={600}>
          {headline}
        </Text>
      )}
      {body && (
        <Text size="xs" lineClamp={3}>
          {body}
        </Text>
      )}
      {url && /^https?:/.test(url) && (
        <Anchor size="xs" href={url} target="_blank" rel="noopener noreferrer">
          {t('thread.openAd')}
        </Anchor>
      )}
    </div>
  );
}

/** Saves the people of contact cards as customers. */
function Cards({ cards }: { cards: NonNullable<Enclosure['cards']> }) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const open = (id: string) => navigate(`/customers/${id}`);
  const save = useMutation({
    mutationFn: (body: { name: string; phone: string }) => call('createContact', { body }),
    onSuccess: ({ id }) => {
      invalidate(client, reads.contacts);
      open(id);
    },
    onError: (error) => {
      const known = error instanceof ApiError ? error.contactId : null;
      if (known === null) notifyFailure(error);
      else open(known);
    },
  });
  const numbered = cards.flatMap(({ name, phones: [phone] }) => (phone === undefined ? [] : [{ name, phone }]));
  return (
    <Group gap={6} mt={4}>
      {numbered.map(({ name, phone }) => (
        <Button
          key={`${name} ${phone}`}
          size="compact-xs"
          variant="default"
          disabled={save.isPending}
          onClick={() => save.mutate({ name: name.slice(0, 120), phone })}
        >
          {t('thread.saveContact', { name: name || phone })}
        </Button>
      ))}
    </Group>
  );
}
