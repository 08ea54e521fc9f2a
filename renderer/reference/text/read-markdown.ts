/** A block of Markdown, as the document uses it. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] };

/** Reads the Markdown of guides and descriptions: headings, paragraphs, lists, tables and fenced code. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = /^```(\w*)/.exec(line);
    const heading = /^(#+) (.+)/.exec(line);
    if (fence) {
      // A fence that is not closed ends with the text.
      const close = lines.indexOf('```', at + 1);
      const end = close === -1 ? lines.length : close;
      blocks.push({ kind: 'code', language: fence[1] ?? '', text: lines.slice(at + 1, end).join('\n') });
      at = end;
    } else if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    else if (line.startsWith('| ')) readRow(blocks, line);
    else if (line.startsWith('- ')) readItem(blocks, line.slice(2), lines[at - 1] ?? '');
    else if (line !== '') readText(blocks, line.trim(), lines[at - 1] ?? '');
  }
  return blocks;
}

function readRow(blocks: Block[], line: string): void {
  const cells = line.slice(1, -1).split('|');
  const texts = cells.map((cell) => cell.trim());
  const last = blocks.at(-1);
  if (last?.kind !== 'table') blocks.push({ kind: 'table', head: texts, rows: [] });
  else if (!texts.every((each) => /^-+$/.test(each))) last.rows.push(texts);
}

function readItem(blocks: Block[], text: string, before: string): void {
  const last = blocks.at(-1);
  if (last?.kind === 'list' && before !== '') last.items.push(text);
  else blocks.push({ kind: 'list', items: [text] });
}

/** A line that goes on with what the line before it began. */
function readText(blocks: Block[], text: string, before: string): void {
  const last = blocks.at(-1);
  if (before !== '' && last?.kind === 'paragraph') last.text += ` ${text}`;
  else if (before !== '' && last?.kind === 'list') last.items.push(`${last.items.pop()} ${text}`);
  else blocks.push({ kind: 'paragraph', text });
}
