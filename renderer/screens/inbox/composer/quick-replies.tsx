import '../../library/quick-replies/words.ts';
import { Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPaperclip, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { fillReply, type Values } from '../../library/quick-replies/fill-reply.ts';
import { bareShortcut, findReplies } from '../../library/quick-replies/find-replies.ts';
import { QuickReplyForm } from '../../library/quick-replies/quick-reply-form.tsx';
import type { QuickReply } from '../types.ts';
import { useQuickReplies } from '../use-lists.ts';

const mostShown = 8;
const listId = 'quick-replies';

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
  /** What the variables of a reply stand for here. */
  values: Values;
  /** Attaches files of the library. */
  attach(fileIds: string[]): void;
}

/**
 * Menu for a word that begins with a slash: arrows select, Enter or Tab inserts, Escape closes. `isShortcut`: the text is
 * such a word and nothing else, so it is no message, unless Escape said otherwise.
 */
export function useQuickReplyMenu({ text, cursor, edit, values, attach }: QuickReplyInput) {
  const all = useQuickReplies();
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const command = closedFor === text ? null : findCommand(text, cursor);
  // Within a sentence, as in "8.90 /kg", the word may be nothing but a word.
  const shown = command ? findReplies(all, command.word, { onlyShortcuts: !command.isAlone }).slice(0, mostShown) : [];
  const isShortcut = command?.isAlone ?? false;
  const isOpen = shown.length > 0 || isShortcut;
  const index = Math.min(at, Math.max(0, shown.length - 1));

  const take = (reply: QuickReply) => {
    if (!command) return;
    const before = text.slice(0, command.start) + fillReply(reply.content, values);
    edit(before + text.slice(command.end), before.length);
    setAt(0);
    if (reply.fileIds.length > 0) attach(reply.fileIds);
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
  return { isOpen, isShortcut, shown, index, values, take, onKeyDown, inputProps };
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
                  /{bareShortcut(reply.shortcut)}
                </Text>
                <Text span size="sm" c="dimmed" truncate flex={1}>
                  {fillReply(reply.content, menu.values)}
                </Text>
                {reply.fileIds.length > 0 && (
                  <Text span size="xs" c="dimmed" className="ib-quick-files">
                    <IconPaperclip size={13} aria-hidden />
                    {t('quick-replies:files', { count: reply.fileIds.length })}
                  </Text>
                )}
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
            {t('quick-replies:new')}
          </Button>
        </div>
      )}
      {isNewOpen && <QuickReplyForm onClose={newDialog.close} />}
    </>
  );
}
