import { Fragment } from 'react';
import type { Marked } from './entry.ts';

/** A text with its matched ranges highlighted. */
export const MarkedText = ({ text, matches }: Marked) => (
  <>
    {matches.map(([start, end], index) => (
      <Fragment key={start}>
        {text.slice(matches[index - 1]?.[1] ?? 0, start)}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    ))}
    {text.slice(matches.at(-1)?.[1] ?? 0)}
  </>
);
