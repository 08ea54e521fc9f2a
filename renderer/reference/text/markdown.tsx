import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CodeBlock } from '../parts/code-block.tsx';
import { type Block, readMarkdown } from './read-markdown.ts';

/** A text in Markdown. Its headings begin at the second level, below the title of the page. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="md">
    {readMarkdown(text).map((block, index) => (
      <Drawn key={`${index} ${block.kind}`} block={block} />
    ))}
  </div>
);

function Drawn({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return <CodeBlock source={block.text} language={block.language} />;
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
  }
}

const Table = ({ head, rows }: { head: string[]; rows: string[][] }) => (
  <table>
    <thead>
      <tr>
        {head.map((cell) => (
          <th key={cell} scope="col">
            {cell}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.join()}>
          {row.map((cell, column) => (
            <td key={head[column]}>
              <Inline text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const marks = /(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\))/;

/** A line with code, bold words and links. */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split(marks).map((part, index) => <Part key={`${index} ${part}`} part={part} />);
}

function Part({ part }: { part: string }) {
  if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
  if (part.startsWith('**')) {
    return (
      <strong>
        <Inline text={part.slice(2, -2)} />
      </strong>
    );
  }
  const [, words, address = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
  if (words === undefined) return part;
  const page = /^\/docs(\/(?:guides|groups|operations|events)\/.+)/.exec(address)?.[1];
  return page ? <Link href={page}>{words}</Link> : <a href={address}>{words}</a>;
}
