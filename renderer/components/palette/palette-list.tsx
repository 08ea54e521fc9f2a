import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canChoose, type Entry } from './entry.ts';
import { MarkedText } from './marked-text.tsx';

interface PaletteListProps {
  id: string;
  /** Sorted by group. */
  entries: Entry[];
  activeId: string | undefined;
  onMove(id: string): void;
  onChoose(entry: Entry): void;
}

/** The entries in their groups. */
export function PaletteList({ id, entries, ...rest }: PaletteListProps) {
  const { t } = useTranslation('palette');
  return (
    <div id={id} role="listbox" aria-label={t('results')} className="fd-palette-list">
      {[...Map.groupBy(entries, ({ group }) => group)].map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} role="presentation" className="fd-palette-group">
            {t(`groups.${group}`)}
          </div>
          {members.map((entry) => (
            <Option key={entry.id} id={`${id}-${entry.id}`} entry={entry} {...rest} />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Pick<PaletteListProps, 'activeId' | 'onMove' | 'onChoose'> & { id: string; entry: Entry };

function Option({ id, entry, activeId, onMove, onChoose }: OptionProps) {
  const { icon: Icon, title, detail, note } = entry;
  const isActive = entry.id === activeId;
  const isOff = !canChoose(entry);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isOff || undefined}
      className="fd-palette-option"
      onMouseMove={() => !isOff && !isActive && onMove(entry.id)}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onChoose(entry)}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <div className="fd-palette-text">
        <div className="fd-palette-title">
          <MarkedText {...title} />
        </div>
        {detail && (
          <div className="fd-palette-detail">
            <MarkedText {...detail} />
          </div>
        )}
      </div>
      {note && <div className="fd-palette-note">{note}</div>}
    </div>
  );
}
