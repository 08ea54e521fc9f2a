import { highlight } from '../text/highlight.ts';
import { CopyButton } from './copy-button.tsx';

/** Code in colours that can be copied. */
export const CodeBlock = ({ source, language }: { source: string; language: string }) => (
  <div className="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <pre tabIndex={0}>
      {highlight(source, language).map(({ text, kind }, index) =>
        kind ? (
          <span key={`${index} ${kind}`} className={`tok-${kind}`}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </pre>
    <CopyButton text={source} />
  </div>
);

/** A value as JSON. */
export const Json = ({ value }: { value: unknown }) => (
  <CodeBlock source={JSON.stringify(value, null, 2)} language="json" />
);
