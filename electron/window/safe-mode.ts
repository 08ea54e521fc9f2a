import type { Failure } from '../server/server-process.ts';
import type { Language, Words } from '../words.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const asText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] as string);

/** Renders the page shown when the server does not run. The log is escaped as text. */
export function renderSafeMode(language: Language, words: Words, failure: Failure, logTail: readonly string[]): string {
  const { safeMode } = words;
  const reason = failure.kind === 'stopped' ? failure.message : null;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk</title>
<link rel="stylesheet" href="/safe-mode.css">
</head>
<body>
<main>
<img src="/icon-128.png" alt="" width="64" height="64">
<h1>${asText(safeMode.title)}</h1>
<p>${asText(failure.kind === 'key' ? safeMode.keyUnreadable : safeMode.explanation)}</p>
${reason === null ? '' : `<h2>${asText(safeMode.reason)}</h2>\n<p class="reason">${asText(reason)}</p>`}
<p class="actions">
<a class="primary" href="app://shell/do/restart">${asText(safeMode.restart)}</a>
<a href="app://shell/do/open-data-folder">${asText(safeMode.openDataFolder)}</a>
</p>
<h2>${asText(safeMode.logTitle)}</h2>
<pre tabindex="0">${asText(logTail.join('\n') || safeMode.emptyLog)}</pre>
</main>
</body>
</html>`;
}
