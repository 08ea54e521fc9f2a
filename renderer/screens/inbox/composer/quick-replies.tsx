import { Button, Modal, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { ApiError } from '../../../api/refusals.ts';
import type { QuickReply } from '../types.ts';
import { useQuickReplies } from '../use-lists.ts';

const mostShown = 8;
const listId = 'quick-replies';

/** Replies whose shortcut starts with the typed word, then those that contain it. */
function find(replies: QuickReply[], { word: typed, isAlone }: Command): QuickReply[] {
  const word = typed.toLowerCase();
  const beginning = replies.filter(({ shortcut }) => shortcut.toLowerCase().replace(/^\//, '').startsWith(word));
  // Within a sentence, as in "8.90 /kg", the word may be nothing but a word.
  if (!isAlone) return beginning.slice(0, mostShown);
  const others = replies.filter(
    (reply) => !beginning.includes(reply) && `${reply.shortcut} ${reply.content}`.toLowerCase().includes(word),
  );
  return [...beginning, ...others].slice(0, mostShown);
}

/** A word that begins with a slash, and where it lies in the text. */
interface Command {
  word: string;
  start: number;
  end: number;
  /** The text is nothing else. */
  isAlone: boolean;
}

/** The whole text if it is such a word, else the one that ends at the cursor. */
function findCommand(text: string, cursor: number): Command | null {
  const alone = /^\s*\/(\S*)\s*$/.exec(text)?.[1];
  if (alone !== undefined) return { word: alone, start: 0, end: text.length, isAlone: true };
  const word = /(?:^|\s)\/(\S*)$/.exec(text.slice(0, cursor))?.[1];
  return word === undefined ? null : { word, start: cursor - word.length - 1, end: cursor, isAlone: false };
}

interface QuickReplyInput {
  text: string;
  /** Place of the cursor in the text. */
  cursor: number;
  /** Replaces the text and puts the cursor there. */
  edit(text: string, cursor: number): void;
}

/**
 * Menu for a word that begins with a slash: arrows select, Enter or Tab inserts, Escape closes. `isShortcut`: the text is
 * such a word and nothing else, so it is no message, unless Escape said otherwise.
 */
export function useQuickReplyMenu({ text, cursor, edit }: QuickReplyInput) {
  const all = useQuickReplies();
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const command = closedFor === text ? null : findCommand(text, cursor);
  const shown = command ? find(all, command) : [];
  const isShortcut = command?.isAlone ?? false;
  const isOpen = shown.length > 0 || isShortcut;
  const index = Math.min(at, Math.max(0, shown.length - 1));

  const take = (reply: QuickReply) => {
    if (!command) return;
    const before = text.slice(0, command.start) + reply.content;
    edit(before + text.slice(command.end), before.length);
    setAt(0);
    // Only counts usage; the message is sent even if this fails.
    call('recordQuickReplyUse', { path: { id: reply.id } }).catch(() => {});
  };
  /** Returns whether the menu handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const chosen = shown[index];
    if (!isOpen) return false;
    if (event.key === 'Escape') setClosedFor(text);
    else if (!chosen) return false;
    else if (event.key === 'ArrowDown') setAt((index + 1) % shown.length);
    else if (event.key === 'ArrowUp') setAt((index + shown.length - 1) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else return false;
    event.preventDefault();
    return true;
  };
  const inputProps = isOpen
    ? { 'aria-autocomplete': 'list' as const, 'aria-controls': listId, 'aria-activedescendant': optionId(shown[index]) }
    : {};
  return { isOpen, isShortcut, shown, index, take, onKeyDown, inputProps };
}

const optionId = (reply: QuickReply | undefined): string | undefined => reply && `quick-reply-${reply.id}`;

export function QuickReplyMenu({ menu }: { menu: ReturnType<typeof useQuickReplyMenu> }) {
  const { t } = useTranslation('inbox');
  const [isNewOpen, newDialog] = useDisclosure(false);
  return (
    <>
      {menu.isOpen && (
        <div className="ib-quick">
          <div role="listbox" id={listId} aria-label={t('composer.quickReplies')}>
            {menu.shown.map((reply, index) => (
              <UnstyledButton
                key={reply.id}
                id={optionId(reply)}
                role="option"
                tabIndex={-1}
                aria-selected={index === menu.index}
                className="ib-quick-option"
                onClick={() => menu.take(reply)}
              >
                <Text span size="sm" fw={600}>
                  /{reply.shortcut.replace(/^\//, '')}
                </Text>
                <Text span size="sm" c="dimmed" truncate>
                  {reply.content}
                </Text>
              </UnstyledButton>
            ))}
          </div>
          {menu.shown.length === 0 && (
            <Text size="sm" c="dimmed" p={8}>
              {t('quick.none')}
            </Text>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={newDialog.open}
          >
            {t('quick.new')}
          </Button>
        </div>
      )}
      {isNewOpen && <NewQuickReply onClose={newDialog.close} />}
    </>
  );
}

function NewQuickReply({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  const [shortcut, setShortcut] = useState('');
  const [content, setContent] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await call('createQuickReply', { body: { shortcut: shortcut.trim().replace(/^\//, ''), content } });
      await invalidate(client, ['listQuickReplies']);
      onClose();
    } catch (refusal) {
      setError(refusal as Error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('quick.new')} closeButtonProps={{ 'aria-label': t('shell:common.close') }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={t('quick.shortcut')}
            description={t('quick.shortcutHelp')}
            value={shortcut}
            maxLength={40}
            required
            data-autofocus
            onChange={(event) => setShortcut(event.currentTarget.value)}
            error={fields.shortcut ?? (error && Object.keys(fields).length === 0 ? error.message : null)}
          />
          <Textarea
            label={t('quick.content')}
            value={content}
            maxLength={4_000}
            required
            autosize
            minRows={3}
            onChange={(event) => setContent(event.currentTarget.value)}
            error={fields.content}
          />
          <Button type="submit" disabled={shortcut.trim() === '' || content.trim() === ''}>
            {t('shell:common.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
