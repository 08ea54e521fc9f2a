/** Preformatted text that can be scrolled with the keyboard. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="fd-code" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}

/** A value as indented JSON. */
export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <CodeBlock text={JSON.stringify(value, null, 2)} label={label} />
);
