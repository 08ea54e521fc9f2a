import { readFileSync } from 'node:fs';

/** The compiled program has a copy next to its modules (`build/compile-server.ts`). */
const folder = new URL('./guides/', import.meta.url);

/** In the order in which somebody new reads them. */
const names = [
  'authentication',
  'errors',
  'paging',
  'identity',
  'messages',
  'idempotency',
  'webhooks',
  'events',
  'assistants',
];

/** The guides as one text, each under a heading of its own. They are read when the document is first built. */
export const readGuides = (): string =>
  names.map((name) => readFileSync(new URL(`${name}.md`, folder), 'utf8').trim()).join('\n\n');
