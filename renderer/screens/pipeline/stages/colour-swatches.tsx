import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Colours of stages, with their names in the words. */
export const stageColours = [
  ['slate', '#64748b'],
  ['blue', '#3b82f6'],
  ['violet', '#8b5cf6'],
  ['pink', '#ec4899'],
  ['amber', '#f59e0b'],
  ['green', '#22c55e'],
  ['teal', '#14b8a6'],
  ['red', '#ef4444'],
] as const;

/** Items of a menu that choose a colour. */
export function ColourSwatches({ chosen, onChoose }: { chosen: string; onChoose(colour: string): void }) {
  const { t } = useTranslation('pipeline');
  return (
    <div className="pl-swatches">
      {stageColours.map(([name, colour]) => (
        <Menu.Item
          key={name}
          className="pl-swatch"
          aria-label={t(`colours.${name}`)}
          title={t(`colours.${name}`)}
          data-chosen={colour === chosen.toLowerCase() || undefined}
          onClick={() => onChoose(colour)}
        >
          <i style={{ background: colour }} />
        </Menu.Item>
      ))}
    </div>
  );
}
