import type { Platform } from '../../platform/platform.ts';
import type { DecideOptions, ReplyContext, ReplyDecision } from './reply.ts';

export type { DecideOptions, ReplyContext, ReplyDecision, ReplyTrace } from './reply.ts';

/**
 * Decides what the agent says, without writing or sending anything when `dryRun`: the gate and dry runs use it. A
 * handoff, silence and the fallback are decisions too.
 */
export async function decideReply(
  platform: Platform,
  context: ReplyContext,
  _options: DecideOptions = {},
): Promise<ReplyDecision> {
  const started = performance.now();
  const trace = {
    engine: 'local',
    fellBack: false,
    language: context.agent.language,
    sources: [],
    scores: {},
    tokens: null,
    milliseconds: performance.now() - started,
  } as const;
  platform.log.debug('a reply is decided');
  return { kind: 'fallback', text: context.agent.fallbackMessage ?? '', trace: { ...trace, sources: [] } };
}
