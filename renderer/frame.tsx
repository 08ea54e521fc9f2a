import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from './components/hotkeys/use-hotkeys.ts';
import { KeyboardHelp } from './nav/keyboard-help.tsx';
import { PhoneNav } from './nav/phone-nav.tsx';
import { prefetchAll } from './nav/prefetch.ts';
import { SideNav } from './nav/side-nav.tsx';
import { CollapseContext } from './nav/use-collapsed-nav.ts';
import { useFrameSize } from './nav/use-frame-size.ts';
import { NoticeStrips } from './notices.tsx';

/** Frame of all screens: the menu, notices and the screen itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const size = useFrameSize();
  const [isAsked, setIsAsked] = useState(false);
  const isCollapsed = size === 'narrow' || isAsked;
  const client = useQueryClient();
  useEffect(() => prefetchAll(() => client.isFetching() > 0), [client]);
  return (
    <>
      <a className="fd-skip" href="#content">
        {t('nav.skip')}
      </a>
      <div className="fd-frame" data-collapsed={isCollapsed || undefined}>
        {size !== 'phone' && <SideNav isCollapsed={isCollapsed} />}
        <div className="fd-column">
          <NoticeStrips />
          <main className="fd-main" id="content" tabIndex={-1}>
            <CollapseContext value={setIsAsked}>{children}</CollapseContext>
          </main>
        </div>
        {size === 'phone' && <PhoneNav />}
      </div>
      <HelpByKey />
    </>
  );
}

/** Opens the keyboard help by `?`, unless the screen has a list of its own. */
function HelpByKey() {
  const [isOpen, help] = useDisclosure(false);
  useHotkeys([['?', help.open]], { isFallback: true });
  return <KeyboardHelp opened={isOpen} onClose={help.close} />;
}
