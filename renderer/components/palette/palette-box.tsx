import { Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/refusals.ts';
import { canChoose, type Entry, groups, isHit } from './entry.ts';
import { takeTypedAhead } from './open-palette.ts';
import { PaletteList } from './palette-list.tsx';
import { useHelpEntries } from './use-help-entries.ts';
import { type Hits, useHits } from './use-hits.tsx';
import { useLocalEntries } from './use-local-entries.ts';

const longest = 100;

/** The field with the list of what matches; the arrow keys move in the list while the field keeps the focus. */
export function PaletteBox({ onChoose }: { onChoose(entry: Entry): void }) {
  const { t } = useTranslation('palette');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // Before the dialog does, and before another key can arrive, so that what is typed at once is not lost.
  useLayoutEffect(() => {
    input.current?.focus();
    setTyped(takeTypedAhead());
  }, []);
  const text = typed.trim();
  const hits = useHits(text);
  const found = [...useLocalEntries(text), ...hits.entries, ...useHelpEntries(text)];
  const entries = groups.flatMap((group) => found.filter((entry) => entry.group === group));
  const { active, onKeyDown, moveTo, reset } = useCursor(entries, hits.isStale, onChoose);
  return (
    <>
      <div className="fd-palette-field">
        <IconSearch size={18} aria-hidden />
        <input
          role="combobox"
          aria-label={t('title')}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder={t('placeholder')}
          maxLength={longest}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          ref={input}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        {hits.isStale && <Loader size="xs" aria-hidden />}
      </div>
      <PaletteList id={listId} entries={entries} activeId={active?.id} onMove={moveTo} onChoose={onChoose} />
      <Outcome text={text} hits={hits} isEmpty={entries.length === 0} />
    </>
  );
}

/** Says that nothing was found, or that the server could not be asked. */
function Outcome({ text, hits, isEmpty }: { text: string; hits: Hits; isEmpty: boolean }) {
  const { t } = useTranslation('palette');
  const { error, isStale } = hits;
  const isAway = error instanceof ApiError && error.status === 0;
  const said = error ? (isAway ? t('away') : error.message) : isEmpty && !isStale ? t('none', { text }) : null;
  return (
    <div role="status" className="fd-palette-outcome">
      {said}
    </div>
  );
}

/** The active entry, the keys that move it, and Enter. The first entry is active until the person moves. */
function useCursor(entries: Entry[], isStale: boolean, onChoose: (entry: Entry) => void) {
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const [isChosen, setIsChosen] = useState(false);
  const choices = entries.filter(canChoose);
  const moved = choices.find(({ id }) => id === movedTo);
  const active = moved ?? choices[0];
  // Without a move, Enter means the first answer to what stands in the field, which may not be there yet.
  const isEarly = isStale && !moved && active !== undefined && isHit(active);
  const isReady = isChosen && !isStale;
  useEffect(() => {
    if (!isReady) return;
    setIsChosen(false);
    if (active) onChoose(active);
  }, [isReady, active, onChoose]);
  const step = (by: 1 | -1) => {
    const at = active ? choices.indexOf(active) : -1;
    setMovedTo(choices.at((at + by) % choices.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key !== 'Enter') return;
    else if (!active || isEarly) setIsChosen(true);
    else onChoose(active);
    event.preventDefault();
  };
  const reset = () => {
    setMovedTo(null);
    setIsChosen(false);
  };
  return { active, onKeyDown, moveTo: setMovedTo, reset };
}
