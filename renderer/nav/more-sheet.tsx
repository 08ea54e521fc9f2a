import {
  Button,
  Drawer,
  type MantineColorScheme,
  NativeSelect,
  SegmentedControl,
  Stack,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../components/feedback/notify.ts';
import { openPalette } from '../components/palette/open-palette.ts';
import type { Screen } from '../screens/index.ts';
import { switchShop, useConsole } from '../session.ts';
import { colorSchemes } from './color-schemes.ts';
import { NavLink } from './nav-link.tsx';
import { SignOut } from './sign-out.tsx';
import { useMenu } from './use-menu.ts';

interface MoreSheetProps {
  opened: boolean;
  onClose(): void;
}

/** Everything that the side menu has, on a phone. */
export function MoreSheet({ opened, onClose }: MoreSheetProps) {
  const { t } = useTranslation();
  const { name } = useConsole().user;
  const { groups, ofPerson } = useMenu();
  const [isLeaving, leaving] = useDisclosure(false);
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="bottom"
        size="100%"
        title={name}
        classNames={{ content: 'fd-sheet' }}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap="lg">
          <Shops onChosen={onClose} />
          <Button
            variant="default"
            size="md"
            leftSection={<IconSearch size={18} aria-hidden />}
            onClick={() => {
              onClose();
              openPalette();
            }}
          >
            {t('nav.search')}
          </Button>
          {groups.map(({ name, screens }) => (
            <Screens key={name} heading={t(`nav.groups.${name}`)} screens={screens} onOpened={onClose} />
          ))}
          <Screens heading={t('nav.groups.rest')} screens={ofPerson} onOpened={onClose} />
          <Theme />
          <Button
            variant="default"
            size="md"
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={() => {
              onClose();
              leaving.open();
            }}
          >
            {t('nav.signOut')}
          </Button>
        </Stack>
      </Drawer>
      <SignOut opened={isLeaving} onClose={leaving.close} />
    </>
  );
}

interface ScreensProps {
  heading: string;
  screens: Screen[];
  onOpened(): void;
}

function Screens({ heading, screens, onOpened }: ScreensProps) {
  const headingId = useId();
  return (
    <div>
      <div id={headingId} className="fd-nav-heading">
        {heading}
      </div>
      <ul className="fd-sheet-links" aria-labelledby={headingId}>
        {screens.map((screen) => (
          <li key={screen.name}>
            <NavLink screen={screen} className="fd-nav-link" onClick={onOpened} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Shops({ onChosen }: { onChosen(): void }) {
  const { t } = useTranslation();
  const { workspace, workspaces } = useConsole();
  const client = useQueryClient();
  if (workspaces.length < 2) return null;
  return (
    <NativeSelect
      label={t('nav.workspace')}
      size="md"
      data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      value={workspace.id}
      onChange={(event) => {
        onChosen();
        switchShop(client, event.currentTarget.value).catch(notifyFailure);
      }}
    />
  );
}

function Theme() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const headingId = useId();
  return (
    <div>
      <div id={headingId} className="fd-nav-heading">
        {t('nav.theme')}
      </div>
      <SegmentedControl
        fullWidth
        size="md"
        aria-labelledby={headingId}
        data={colorSchemes.map(({ scheme }) => ({ value: scheme, label: t(`nav.themes.${scheme}`) }))}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      />
    </div>
  );
}
