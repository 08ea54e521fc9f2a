import { Fragment, type ReactNode } from 'react';

const marks = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|```[^`]+```|\{\{[^{}]*\}\})/;

/** A text as a phone shows it: *bold*, _italic_, ~struck~, ```fixed```; variables that are still open stand out. */
export const RichText = ({ text }: { text: string }): ReactNode =>
  text.split(marks).map((part, index) => <Fragment key={index}>{show(part)}</Fragment>);

function show(part: string): ReactNode {
  if (part.startsWith('{{') && part.endsWith('}}')) return <span className="ph-gap">{part}</span>;
  if (!marks.test(part)) return part;
  const inner = part.replaceAll(/^(```|[*_~])|(```|[*_~])$/g, '');
  if (part.startsWith('*')) return <b>{inner}</b>;
  if (part.startsWith('_')) return <i>{inner}</i>;
  return part.startsWith('~') ? <s>{inner}</s> : <code>{inner}</code>;
}
