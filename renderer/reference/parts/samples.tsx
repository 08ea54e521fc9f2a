import { useId, useRef } from 'react';
import type { CodeSample } from '../document.ts';
import { CodeBlock } from './code-block.tsx';

interface SamplesProps {
  samples: CodeSample[];
  /** The label of the sample that is shown; the first one if there is none of that label. */
  chosen: string;
  onChoose(label: string): void;
}

/** Samples of one call in several languages, as tabs. */
export function Samples({ samples, chosen, onChoose }: SamplesProps) {
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const shown = samples.find(({ label }) => label === chosen) ?? samples[0];
  if (!shown) return null;
  const step = (by: number) => {
    const next = samples[(samples.indexOf(shown) + by + samples.length) % samples.length];
    if (!next) return;
    onChoose(next.label);
    tabs.current?.querySelector<HTMLElement>(`[data-label="${next.label}"]`)?.focus();
  };
  return (
    <div className="samples">
      <div
        ref={tabs}
        role="tablist"
        aria-label="Language"
        className="tabs"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') step(1);
          if (event.key === 'ArrowLeft') step(-1);
        }}
      >
        {samples.map(({ label }) => (
          <button
            key={label}
            type="button"
            role="tab"
            data-label={label}
            aria-selected={label === shown.label}
            aria-controls={id}
            tabIndex={label === shown.label ? 0 : -1}
            onClick={() => onChoose(label)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel" aria-label={shown.label}>
        <CodeBlock source={shown.source} language={shown.label} />
      </div>
    </div>
  );
}
