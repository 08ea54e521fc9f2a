import './inbox.css';
import './words.ts';
import { Center, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearch } from 'wouter';
import { useHotkeys } from '../../components/hotkeys/use-hotkeys.ts';
import { useCreating } from '../../components/page/use-creating.ts';
import { useCollapsedNav } from '../../nav/use-collapsed-nav.ts';
import { ContactPanel } from './contact/contact-panel.tsx';
import { useConversationList, views, wholeList } from './list/conversation-list.ts';
import { states } from './list/list-filters.tsx';
import { ListPane } from './list/list-pane.tsx';
import { NewConversation } from './list/new-conversation.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ThreadPane } from './thread/thread-pane.tsx';

/** Conversation list, thread and contact. A phone shows one at a time. */
export default function Inbox() {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const { id: openId = null } = useParams<{ id?: string }>();
  // The list responds at once; the thread, which renders slowly, is deferred.
  const shownId = useDeferredValue(openId);
  const [filter, setFilter] = useListFilter();
  const list = useConversationList(filter);
  const [hasPanel, setHasPanel] = usePanel();
  const openPanelId = hasPanel ? shownId : null;
  // Where list, thread and panel need the width, the menu shows icons only.
  const isNarrow = useMediaQuery('(max-width: 1500px)', window.innerWidth <= 1500);
  useCollapsedNav(openPanelId !== null && isNarrow);
  const [isNewOpen, setIsNewOpen] = useCreating();
  const [isHelpOpen, help] = useDisclosure(false);
  const search = useRef<HTMLInputElement>(null);
  const items = list.data?.items;
  const { cursorId, move } = useListCursor(items, openId, list.loadMore);

  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['/', () => search.current?.focus()],
    ['?', help.open],
  ]);

  return (
    <div className="ib" data-open={shownId !== null || undefined} data-panel={openPanelId !== null || undefined}>
      <VisuallyHidden component="h1">{t('list.title')}</VisuallyHidden>
      <ListPane
        list={list}
        filter={filter}
        openId={openId}
        cursorId={cursorId}
        searchRef={search}
        onFilter={setFilter}
        onMove={move}
        onNew={() => setIsNewOpen(true)}
        onShortcuts={help.open}
      />
      {shownId === null ? (
        <Center className="ib-nothing">
          <Text c="dimmed">{t('thread.nothingOpen')}</Text>
        </Center>
      ) : (
        <ThreadPane
          key={shownId}
          id={shownId}
          known={items?.find(({ id }) => id === shownId)}
          onBack={() => navigate('/inbox')}
          onPanel={() => setHasPanel(!hasPanel)}
          hasPanel={hasPanel}
        />
      )}
      {openPanelId !== null && <ContactPanel conversationId={openPanelId} onClose={() => setHasPanel(false)} />}
      <NewConversation opened={isNewOpen} onClose={() => setIsNewOpen(false)} />
      <Shortcuts opened={isHelpOpen} onClose={help.close} />
    </div>
  );
}

/** The filter of the list; a link to the screen may begin it, as `?view=waiting` or `?state=RESOLVED`. */
function useListFilter() {
  const [path, navigate] = useLocation();
  const query = useSearch();
  const [filter, setFilter] = useState(wholeList);
  useEffect(() => {
    const asked = new URLSearchParams(query);
    const view = views.find((one) => one === asked.get('view'));
    const state = states.find((one) => one === asked.get('state'));
    if (!view && !state) return;
    setFilter({ ...wholeList, view: view ?? 'all', state: state ?? '' });
    navigate(path, { replace: true });
  }, [query, path, navigate]);
  return [filter, setFilter] as const;
}

/** Whether the contact is shown: if there is room, until the user toggles it. */
function usePanel() {
  const hasRoom = useMediaQuery('(min-width: 1280px)', window.innerWidth >= 1280);
  const [choice, setChoice] = useState<boolean | null>(null);
  return [choice ?? hasRoom, setChoice] as const;
}

/** Row under the keyboard cursor; opening a conversation resets it. */
function useListCursor(items: { id: string }[] | undefined, openId: string | null, loadMore: () => void) {
  const [cursor, setCursor] = useState<{ id: string; openId: string | null } | null>(null);
  const cursorId = cursor && cursor.openId === openId ? cursor.id : null;
  const move = (step: 1 | -1) => {
    if (!items) return;
    const at = items.findIndex(({ id }) => id === (cursorId ?? openId));
    const next = Math.min(items.length - 1, Math.max(0, at + step));
    if (next > items.length - 20) loadMore();
    const id = items[next]?.id;
    if (id) setCursor({ id, openId });
  };
  return { cursorId, move };
}
