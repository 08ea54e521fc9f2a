import type { Language } from '../../../platform/text/languages.ts';
import { oneLine } from '../../../platform/text/one-line.ts';
import { isOwnMatter } from '../../knowledge/index.ts';
import type { HandoffReason, ReplyContext } from '../reply.ts';
import { phrases } from './local/phrases.ts';

const longestLine = 300;
const linesBefore = 3;

/** Summary for the person who takes over, in the workspace's language: reason, customer and last messages. */
export function summarizeHandoff(context: ReplyContext, reason: HandoffReason): string {
  const language: Language = context.workspace.language;
  const { summary } = phrases[language];
  const { name, phone } = context.contact;
  const before = context.history
    .filter(({ author, text }) => author === 'CONTACT' && text.trim() !== '')
    .slice(-linesBefore)
    .map(({ text }) => quote(text));
  return [
    summary.reasons[reason],
    `${summary.with}: ${[name && oneLine(name), phone].filter(Boolean).join(', ') || '–'}`,
    ...(isOwnMatter(reason) ? listBooked(context, language) : []),
    ...(context.text.trim() === '' ? [] : [`${summary.asked}: ${quote(context.text)}`]),
    ...(before.length === 0 ? [] : [`${summary.before}: ${before.join(' · ')}`]),
  ].join('\n');
}

/** Appointments and orders of the customer, a line each. */
function listBooked({ booked, workspace }: ReplyContext, language: Language): string[] {
  const { summary, locale } = phrases[language];
  const when = new Intl.DateTimeFormat(locale, {
    ...({ timeZone: workspace.timezone, weekday: 'long', day: 'numeric', month: 'long' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  });
  return [
    ...(booked?.appointments ?? []).map(
      ({ title, startTime }) => `${summary.booking}: ${oneLine(title)}, ${when.format(new Date(startTime))}`,
    ),
    ...(booked?.orders ?? []).map((number) => `${summary.order}: ${number}`),
  ];
}

function quote(text: string): string {
  const line = oneLine(text);
  return `“${line.length > longestLine ? `${line.slice(0, longestLine)}…` : line}”`;
}
