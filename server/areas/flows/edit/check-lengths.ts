import type { Db } from '../../../platform/database/database.ts';
import { parseTemplate } from '../../../platform/text/text-template.ts';
import { findTooLong, listChannels, messageLimits } from '../../channels/index.ts';
import type { Step } from '../steps/step.schemas.ts';
import type { VariableFault } from './check-flow.ts';

type Limit = 'text' | 'caption' | 'request';

/**
 * Texts that a channel of the agent refuses for their length, whatever their variables become. A step that cannot be
 * read is null.
 */
export async function checkLengths(
  db: Db,
  workspaceId: string,
  agentId: string,
  steps: (Step | null)[],
): Promise<VariableFault[]> {
  const channels = await listChannels(db, workspaceId, { includeDeactivated: false });
  const linked = channels.filter((channel) => channel.ai_agent_id === agentId);
  const limitOf = (kind: Limit) => Math.min(...linked.map(({ provider }) => messageLimits[provider][kind]));
  return steps.flatMap((step, index) => {
    const said = step && readSaid(step);
    if (!said) return [];
    const field = `steps[${index}].config`;
    const [fault] = findTooLong(field, said.what, said.text, limitOf(said.kind));
    return fault ? [{ field, code: fault.code, message: fault.message, place: ['text'] }] : [];
  });
}

/** Returns the least that a step sends: its text without its variables, and for a question its longest form. */
function readSaid(step: Step): { what: string; text: string; kind: Limit } | null {
  if (step.type === 'message') {
    const { text = '', mediaUrl } = step.config;
    return mediaUrl === undefined
      ? { what: 'The text', text: fixedPart(text), kind: 'text' }
      : { what: 'The caption', text: fixedPart(text), kind: 'caption' };
  }
  if (step.type === 'handoff') return { what: 'The text', text: fixedPart(step.config.text ?? ''), kind: 'text' };
  if (step.type !== 'ask') return null;
  const { text, choices = [], kind, retries, retryText = '' } = step.config;
  const options = choices.map(({ value, label }, index) => `\n${index + 1}. ${label ?? value}`).join('');
  const again = retries > 0 && retryText !== '' ? `${fixedPart(retryText)}\n\n` : '';
  const asked = again + fixedPart(text) + (options === '' ? '' : `\n${options}`);
  return { what: 'The repeated question', text: asked, kind: kind === 'own_phone' ? 'request' : 'text' };
}

const fixedPart = (text: string): string =>
  parseTemplate(text)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('');
