import { Kbd, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { modName } from '../components/hotkeys/use-hotkeys.ts';
import { openPalette } from '../components/palette/open-palette.ts';

/** Opens the palette, and names the key that does. */
export function SearchButton({ isIconOnly }: { isIconOnly: boolean }) {
  const { t } = useTranslation();
  const label = t('nav.search');
  return (
    <Tooltip label={`${label} (${modName} + K)`} position="right" disabled={!isIconOnly}>
      <UnstyledButton className="fd-nav-link fd-nav-search" aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        {isIconOnly ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <>
            <span className="fd-nav-name">{label}</span>
            <Kbd size="xs" aria-hidden>
              {`${modName} K`}
            </Kbd>
          </>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}
