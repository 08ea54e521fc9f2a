import type { ShellBackup } from '../../server/shell-protocol.ts';
import type { Failure } from '../server/server-process.ts';
import type { Language, Words } from '../words.ts';

/** State of the page that is shown when the server does not run. */
export interface SafeModePage {
  failure: Failure;
  /** Newest first; null until they were asked for. */
  backups: readonly ShellBackup[] | null;
  isRestoring: boolean;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const asText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] as string);

/** When the backup was made, in the computer's time zone. */
export const backupDate = ({ createdAt }: ShellBackup, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(createdAt));

/** Renders the page shown when the server does not run. The log is escaped as text. */
export function renderSafeMode(
  language: Language,
  words: Words,
  { failure, backups, isRestoring }: SafeModePage,
  logTail: readonly string[],
): string {
  const { safeMode } = words;
  const body = isRestoring
    ? `<h1>${asText(safeMode.restoring)}</h1>\n<p>${asText(safeMode.restoringHelp)}</p>`
    : `${explain(words, failure)}\n${backups ? listBackups(language, words, backups) : ''}`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Frontdesk</title>
<link rel="stylesheet" href="/safe-mode.css">
</head>
<body>
<main>
<img src="/icon-128.png" alt="" width="64" height="64">
${body}
<h2>${asText(safeMode.logTitle)}</h2>
<pre tabindex="0">${asText(logTail.join('\n') || safeMode.emptyLog)}</pre>
</main>
</body>
</html>`;
}

function explain({ safeMode }: Words, failure: Failure): string {
  const reason = failure.kind === 'stopped' ? failure.message : null;
  return `<h1>${asText(safeMode.title)}</h1>
<p>${asText(failure.kind === 'key' ? safeMode.keyUnreadable : safeMode.explanation)}</p>
${reason === null ? '' : `<h2>${asText(safeMode.reason)}</h2>\n<p class="reason">${asText(reason)}</p>`}
<p class="actions">
<a class="primary" href="app://shell/do/restart">${asText(safeMode.restart)}</a>
<a href="app://shell/do/list-backups">${asText(safeMode.listBackups)}</a>
<a href="app://shell/do/open-data-folder">${asText(safeMode.openDataFolder)}</a>
</p>`;
}

function listBackups(language: Language, { safeMode }: Words, backups: readonly ShellBackup[]): string {
  if (backups.length === 0) return `<h2>${asText(safeMode.backups)}</h2>\n<p>${asText(safeMode.noBackups)}</p>`;
  const items = backups.map((backup) => {
    const date = asText(backupDate(backup, language));
    const [restore, reason] = [asText(safeMode.restore), asText(safeMode.reasons[backup.reason])];
    return `<li>
<span>${date}<small>${reason}</small></span>
<a href="app://shell/do/restore/${encodeURIComponent(backup.name)}" aria-label="${restore}: ${date}">${restore}</a>
</li>`;
  });
  return `<h2>${asText(safeMode.backups)}</h2>
<p>${asText(safeMode.backupsHelp)}</p>
<ul class="backups">
${items.join('\n')}
</ul>`;
}
