import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBuildingStore,
  IconDeviceMobile,
  IconHistory,
  IconLanguage,
  IconLayoutKanban,
  IconLogout,
  IconMessagePlus,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconRobot,
  IconShieldCheck,
  IconShoppingBag,
  IconSpeakerphone,
  IconSun,
  IconTemplate,
} from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { useSending } from '../../notices.tsx';
import { useNotices } from '../../notices-query.ts';
import { allScreens } from '../../screens/all-screens.ts';
import { signOut, switchShop, useConsole, useIsOwner } from '../../session.ts';
import { chooseLanguage } from '../../words/index.ts';
import { notifyFailure } from '../feedback/notify.ts';
import { languageOptions } from '../form/language-options.ts';
import { type Entry, plain } from './entry.ts';
import { iconOf } from './icons.ts';
import { matchWords } from './match-words.ts';
import { readRecent } from './recent.ts';

/** Screens and actions that match what was typed; without a text all of them, after what was chosen last. */
export function useLocalEntries(text: string): Entry[] {
  const { workspace } = useConsole();
  const all = [...useScreens(), ...useActions()];
  if (text !== '') {
    return all.flatMap((entry) => {
      const title = matchWords(entry.title.text, text);
      return title ? [{ ...entry, title }] : [];
    });
  }
  const recent = readRecent(workspace.id).map(
    ({ kind, title, href }): Entry => ({
      id: `recent-${href}`,
      group: 'recent',
      icon: iconOf(kind),
      title: plain(title),
      href,
    }),
  );
  return [...recent, ...all];
}

function useScreens(): Entry[] {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  return allScreens
    .filter(({ role }) => role !== 'owner' || isOwner)
    .map(({ name, href, icon }) => ({
      id: `screen-${name}`,
      group: 'screens' as const,
      icon,
      title: plain(t(`nav.${name}`)),
      href,
    }));
}

function useActions(): Entry[] {
  const { t, i18n } = useTranslation('palette');
  const action = (name: string, title: string, rest: Pick<Entry, 'icon' | 'href' | 'act'>): Entry => ({
    id: `action-${name}`,
    group: 'actions',
    title: plain(title),
    ...rest,
  });
  const client = useQueryClient();
  const { workspace, workspaces } = useConsole();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  const others = workspaces.filter(({ id }) => id !== workspace.id);
  const isOwner = useIsOwner();
  const sending = action('sending', ...useSendingAction());
  const otherLanguages = languageOptions.filter(({ value }) => value !== i18n.language);
  const ofOwner = [
    action('newCampaign', t('actions.newCampaign'), { icon: IconSpeakerphone, href: '/campaigns?new' }),
    action('newTemplate', t('actions.newTemplate'), { icon: IconTemplate, href: '/library/templates/new' }),
    action('newAgent', t('actions.newAgent'), { icon: IconRobot, href: '/agents?new' }),
    sending,
    action('backUp', t('actions.backUp'), {
      icon: IconShieldCheck,
      act: () => backUp(client).catch(notifyFailure),
    }),
    action('restore', t('actions.restore'), { icon: IconHistory, href: '/settings/backups' }),
    action('phone', t('actions.phone'), { icon: IconDeviceMobile, href: '/settings/lan' }),
  ];
  return [
    action('newConversation', t('actions.newConversation'), { icon: IconMessagePlus, href: '/inbox?new' }),
    action('newOrder', t('actions.newOrder'), { icon: IconShoppingBag, href: '/orders?new' }),
    ...(isOwner ? ofOwner : []),
    action('newCard', t('actions.newCard'), { icon: IconLayoutKanban, href: '/pipeline?new' }),
    scheme === 'dark'
      ? action('light', t('actions.light'), { icon: IconSun, act: () => setColorScheme('light') })
      : action('dark', t('actions.dark'), { icon: IconMoon, act: () => setColorScheme('dark') }),
    ...otherLanguages.map(({ value, label }) =>
      action(`language-${value}`, t('actions.language', { language: label }), {
        icon: IconLanguage,
        act: () => chooseLanguage(value),
      }),
    ),
    ...others.map(({ id, name }) =>
      action(`shop-${id}`, t('actions.switch', { name }), {
        icon: IconBuildingStore,
        act: () => switchShop(client, id).catch(notifyFailure),
      }),
    ),
    action('signOut', t('actions.signOut'), { icon: IconLogout, act: () => signOut(client).catch(notifyFailure) }),
  ];
}

/** Begins a backup and shows how far it is. */
async function backUp(client: QueryClient): Promise<void> {
  await call('startBackup');
  await invalidate(client, ['listBackups']);
  navigate('/settings/backups');
}

/** Pauses or resumes sending; after a restore it leads to the page that says what to check first. */
function useSendingAction(): [title: string, rest: Pick<Entry, 'icon' | 'href' | 'act'>] {
  const { t } = useTranslation('palette');
  const sending = useSending();
  const paused = useNotices()?.sendingPaused ?? null;
  if (paused === null) return [t('actions.pause'), { icon: IconPlayerPause, act: () => sending.mutate(true) }];
  const resume = paused === 'restored' ? { href: '/settings/backups' } : { act: () => sending.mutate(false) };
  return [t('actions.resume'), { icon: IconPlayerPlay, ...resume }];
}
