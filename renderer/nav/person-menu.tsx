import { Menu, Tooltip, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard, IconLogout, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PersonAvatar } from '../components/values/person-avatar.tsx';
import { colorSchemes } from './color-schemes.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { prefetch } from './prefetch.ts';
import { SignOut } from './sign-out.tsx';
import { useMenu } from './use-menu.ts';
import { usePersonName } from './use-person-name.ts';

/** Menu of whoever is signed in: theme, settings, simulator, help, sign out. */
export function PersonMenu({ isIconOnly }: { isIconOnly: boolean }) {
  const { t } = useTranslation();
  const name = usePersonName();
  const { ofPerson } = useMenu();
  const [isHelpOpen, help] = useDisclosure(false);
  const [isLeaving, leaving] = useDisclosure(false);
  return (
    <>
      <Menu position="top-start" width={240} shadow="md">
        <Menu.Target>
          <Tooltip label={t('nav.person')} position="right" disabled={!isIconOnly}>
            <UnstyledButton className="fd-nav-button">
              <PersonAvatar name={name} size={28} />
              <VisuallyHidden>{isIconOnly ? `${t('nav.person')}: ${name}` : `${t('nav.person')}:`}</VisuallyHidden>
              {!isIconOnly && (
                <>
                  <span className="fd-nav-name">{name}</span>
                  <IconSelector size={16} aria-hidden />
                </>
              )}
            </UnstyledButton>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('nav.person')}>
          <ThemeItems />
          <Menu.Divider />
          {ofPerson.map((screen) => (
            <Menu.Item
              key={screen.name}
              component={Link}
              href={screen.href}
              leftSection={<screen.icon size={16} aria-hidden />}
              onMouseEnter={() => prefetch(screen)}
            >
              {t(`nav.${screen.name}`)}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={help.open}>
            {t('nav.keyboard')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leaving.open}>
            {t('nav.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <KeyboardHelp opened={isHelpOpen} onClose={help.close} />
      <SignOut opened={isLeaving} onClose={leaving.close} />
    </>
  );
}

function ThemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('nav.theme')}</Menu.Label>
      {colorSchemes.map(({ scheme, icon: Icon }) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={scheme === colorScheme}
          closeMenuOnClick={false}
          onChange={() => setColorScheme(scheme)}
          rightSection={<Icon size={16} aria-hidden />}
        >
          {t(`nav.themes.${scheme}`)}
        </Menu.RadioItem>
      ))}
    </>
  );
}
