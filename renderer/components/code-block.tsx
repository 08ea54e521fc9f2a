/** Text of programs, as it is; it can be scrolled by the keyboard. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="fd-code" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}

/** A value as indented JSON. */
export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <CodeBlock text={JSON.stringify(value, null, 2)} label={label} />
);
