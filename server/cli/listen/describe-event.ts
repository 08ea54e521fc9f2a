import type { Forwarded } from './forward-event.ts';
import type { Line } from './open-stream.ts';

const longestSummary = 70;
/** What people recognise a thing by, in the order in which they would say it. */
const tellingFields = ['number', 'name', 'title', 'clientName', 'contactName', 'contact', 'kind', 'status', 'content'];

/** One line for people: when, what, of whom, the id, and what became of it at the receiver. */
export function describeEvent({ value }: Line, forwarded: Forwarded | null): string {
  const { id = '', type, occurredAt, data } = value;
  const time = new Date(String(occurredAt)).toTimeString().slice(0, 8);
  const words = [time, type.padEnd(23), summarize(data as Record<string, unknown>), id];
  return `${words.filter((word) => word !== '').join('  ')}${forwarded ? `  -> ${describeForwarded(forwarded)}` : ''}`;
}

function describeForwarded({ status, error, attempts, durationMs }: Forwarded): string {
  if (error === null) return `${status} in ${durationMs} ms`;
  return `failed after ${attempts} attempts: ${error}`;
}

/** Returns a few words of the data, without anything that could steer a terminal: customers write some of it. */
function summarize(data: Record<string, unknown>): string {
  const texts = tellingFields.flatMap((field) => {
    const value = field === 'contact' ? (data.contact as { name?: unknown } | undefined)?.name : data[field];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  const text = texts
    .slice(0, 3)
    .join(', ')
    .replaceAll(/\p{C}+/gu, ' ');
  return text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text;
}
