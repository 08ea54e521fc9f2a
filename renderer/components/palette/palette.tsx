import './palette.css';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useConsole } from '../../session.ts';
import en from '../../words/en/palette.json' with { type: 'json' };
import es from '../../words/es/palette.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/palette.json' with { type: 'json' };
import type { Entry } from './entry.ts';
import { closePalette } from './open-palette.ts';
import { PaletteBox } from './palette-box.tsx';
import { keepRecent } from './recent.ts';

addWords('palette', { en, pt, es });

/** One field to find everything of the shop, to go to a screen and to do something. */
export default function Palette({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('palette');
  const [, navigate] = useLocation();
  const { workspace } = useConsole();
  const choose = ({ group, title, href, act }: Entry) => {
    closePalette();
    if (!href) return act?.();
    if (group !== 'actions' && group !== 'recent') keepRecent(workspace.id, { kind: group, title: title.text, href });
    navigate(href);
  };
  return (
    <Modal.Root opened={isOpen} onClose={closePalette} size={620} yOffset="8vh" lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <div className="fd-palette">
          <PaletteBox onChoose={choose} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
