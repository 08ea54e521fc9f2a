import { ActionIcon, FileButton, Menu, Switch, Text, Textarea, Title } from '@mantine/core';
import { IconArrowLeft, IconMapPin, IconPaperclip, IconPhoto, IconSend2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, upload } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { useChatText } from '../../components/form/chat-text.ts';
import { PersonAvatar } from '../../components/values/person-avatar.tsx';
import { formatPhone } from '../../components/values/phone.ts';
import { useConsole } from '../../session.ts';
import { PhoneBubble } from './phone-bubble.tsx';
import { type Channel, type Customer, type PhoneMessage, refreshPhone, usePhoneMessages } from './simulator.ts';

interface ChatProps {
  channel: Channel;
  customer: Customer;
  onBack(): void;
}

/** Praça da Sé, the origin of São Paulo's road distances. */
const somewhere = 'geo:-23.5503,-46.6339';

/** The conversation on the customer's phone. */
export function Chat({ channel, customer, onBack }: ChatProps) {
  const { t } = useTranslation('simulator');
  const { data: messages } = usePhoneMessages(channel.id, customer.phone);
  const phone = usePhone(channel.id, customer);
  const [isOnline, setIsOnline] = useState(true);
  const byId = new Map((messages ?? []).map((message) => [message.providerMessageId, message]));
  useReadAtOnce(messages, isOnline, phone.read);

  const turn = (online: boolean) => {
    setIsOnline(online);
    phone.turn(online);
  };
  return (
    <>
      <ChatHeader customer={customer} isOnline={isOnline} onTurn={turn} onBack={onBack} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="sim-messages" role="log" aria-label={t('chat.messages')} tabIndex={0}>
        <div>
          {messages?.length === 0 && (
            <Text size="sm" c="dimmed" ta="center">
              {t('chat.none')}
            </Text>
          )}
          {messages?.map((message) => (
            <PhoneBubble
              key={message.providerMessageId}
              message={message}
              quoted={(message.replyTo && byId.get(message.replyTo)) || null}
              reaction={phone.reactions[message.providerMessageId] ?? null}
              onReact={(emoji) => phone.react(message.providerMessageId, emoji)}
            />
          ))}
        </div>
      </section>
      <PhoneComposer phone={phone} />
    </>
  );
}

interface ChatHeaderProps extends Pick<ChatProps, 'customer' | 'onBack'> {
  isOnline: boolean;
  onTurn(online: boolean): void;
}

/** Name of the shop, and whether the customer's phone is online. */
function ChatHeader({ customer, isOnline, onTurn, onBack }: ChatHeaderProps) {
  const { t } = useTranslation('simulator');
  const { workspace } = useConsole();
  return (
    <header className="sim-header">
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onBack} aria-label={t('chat.back')}>
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <PersonAvatar name={workspace.name} size={36} />
      <div className="sim-who">
        <Title order={2} size="h6">
          {workspace.name}
        </Title>
        <Text size="xs" c="dimmed" truncate>
          {t('chat.as', { name: customer.name || formatPhone(customer.phone) })}
        </Text>
      </div>
      <Switch
        size="sm"
        checked={isOnline}
        onChange={(event) => onTurn(event.currentTarget.checked)}
        aria-label={t('chat.online')}
        title={t('chat.online')}
      />
    </header>
  );
}

/** The customer's actions; each reports its error and reloads the chat. */
function usePhone(channelId: string, { phone: from, name }: Customer) {
  const client = useQueryClient();
  // The simulator stores the shop's reactions; the customer's own exist only here.
  const [reactions, setReactions] = useState<Record<string, string>>({});
  const path = { id: channelId };
  /** Resolves to whether it was done. */
  const act = async (request: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await request().then(
      () => true,
      (error: Error) => {
        notifyFailure(error);
        return false;
      },
    );
    await refreshPhone(client, channelId, from);
    return isDone;
  };
  const send = (message: Omit<Body<'sendAsCustomer'>, 'from' | 'name'>) =>
    call('sendAsCustomer', { path, body: { from, ...(name === '' ? {} : { name }), ...message } });
  return {
    reactions,
    text: (content: string) => act(() => send({ content })),
    place: () => act(() => send({ type: 'LOCATION', content: somewhere })),
    file: (file: File) =>
      act(async () => {
        const { mediaId, contentType } = await upload('uploadSimulatorMedia', { path }, file);
        await send({ type: typeOf(contentType), mediaId });
      }),
    react: (providerMessageId: string, emoji: string) => {
      setReactions((known) => ({ ...known, [providerMessageId]: emoji }));
      return act(() => call('reactAsCustomer', { path, body: { from, providerMessageId, emoji } }));
    },
    read: () => act(() => call('readAsCustomer', { path, body: { from } })),
    turn: (online: boolean) =>
      act(() => call('changeSimulatedPhone', { path: { ...path, phone: from }, body: { online } })),
  };
}

const typeOf = (contentType: string): PhoneMessage['type'] => {
  const kinds = { image: 'IMAGE', audio: 'AUDIO', video: 'VIDEO' } as const;
  return kinds[contentType.split('/')[0] as keyof typeof kinds] ?? 'DOCUMENT';
};

/** Marks messages as read while the chat is open, as on a phone. */
function useReadAtOnce(messages: PhoneMessage[] | undefined, isOnline: boolean, read: () => void): void {
  const unread = messages?.filter(({ fromCustomer, status }) => !fromCustomer && status !== 'READ').length ?? 0;
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (unread > 0 && isOnline) latest.current();
  }, [unread, isOnline]);
}

function PhoneComposer({ phone }: { phone: ReturnType<typeof usePhone> }) {
  const { t } = useTranslation('simulator');
  const { send, isEmpty, field } = useChatText(phone.text);
  return (
    <footer className="sim-composer">
      <FileButton onChange={(file) => file && phone.file(file)}>
        {(picker) => (
          <Menu position="top-start" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('chat.attach')}>
                <IconPaperclip size={20} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={picker.onClick}>
                {t('chat.file')}
              </Menu.Item>
              <Menu.Item leftSection={<IconMapPin size={16} aria-hidden />} onClick={phone.place}>
                {t('chat.place')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </FileButton>
      <Textarea
        className="sim-input"
        autosize
        maxRows={4}
        minRows={1}
        maxLength={4_096}
        aria-label={t('chat.write')}
        placeholder={t('chat.write')}
        {...field}
      />
      <ActionIcon size={36} radius="xl" onClick={send} disabled={isEmpty} aria-label={t('chat.send')}>
        <IconSend2 size={18} aria-hidden />
      </ActionIcon>
    </footer>
  );
}
