import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { findConversation, findMessageById, isAnsweredAfter } from '../../inbox/index.ts';
import { matchExamples } from '../../knowledge/index.ts';
import { findOpenRun, type IntentRow } from '../runs/runs.store.ts';
import { noteDecision, startByMessage } from '../runs/take-turn.ts';
import { type FlowRow, findFlow, flowsOn, triggerOf } from '../store.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    intentMatcher: IntentMatcher;
  }
}

const selectNext = prepareQuery((db) => db.selectFrom('flow_intents').selectAll().orderBy('seq').limit(1));

const deleteIntent = prepareQuery((db, workspaceId: string, seq: number) =>
  db.deleteFrom('flow_intents').where('workspace_id', '=', workspaceId).where('seq', '=', seq),
);

/** Compares what customers wrote with the examples of flows, one message after the other, outside of any transaction. */
export class IntentMatcher {
  readonly #platform: Platform;
  readonly #loop: WakeLoop;
  #noted = false;
  #started = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#compareNext(),
      (error) => {
        platform.log.error({ err: error }, 'what was found for a message was not written');
        this.#loop.rest();
      },
    );
    platform.database.onCommit(() => {
      if (this.#noted && this.#started) this.#loop.wake();
    });
  }

  start(): void {
    this.#started = true;
    this.#loop.wake();
  }

  /** Has it look after the next commit. */
  wake(): void {
    this.#noted = true;
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Resolves when every message has been compared. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Answers whether there may be another. */
  async #compareNext(): Promise<boolean> {
    this.#noted = false;
    const next = selectNext(this.#platform.database.read).first();
    if (!next) return false;
    const { running, log } = this.#platform;
    const item: Item = { kind: 'intent', key: next.message_id };
    const isPoison = running.suspects.isPoison(item);
    const compare = () => running.during(item, () => this.#match(next));
    const flowId = await (isPoison
      ? null
      : compare().catch((error) => {
          log.error({ err: error, message: next.message_id }, 'a message could not be compared');
          return null;
        }));
    await this.#platform.workFor(next.workspace_id, systemActor, async (work) => {
      deleteIntent(work.db, next.workspace_id, next.seq).run();
      if (isPoison) await running.suspects.setAside(work.db, item, work.now);
      const flow = flowId === null ? null : await findFlow(work.db, next.workspace_id, flowId);
      if (flow?.is_on === 1) await this.#start(work, next, flow);
    });
    return true;
  }

  /** The flow of which an example says the same best, if it is like enough. */
  async #match({
    workspace_id: workspaceId,
    conversation_id: conversationId,
    text,
  }: IntentRow): Promise<string | null> {
    const db = this.#platform.database.read;
    const conversation = await findConversation(db, workspaceId, conversationId);
    const flows = flowsOn(db, workspaceId, 'intent').filter((flow) => flow.ai_agent_id === conversation?.ai_agent_id);
    return findIntent(this.#platform, workspaceId, text, flows);
  }

  /** The agent may have been quicker, or another run: then it is theirs. */
  async #start(work: Work, intent: IntentRow, flow: FlowRow): Promise<void> {
    const { conversation_id: conversationId, message_id: messageId, text } = intent;
    const run = findOpenRun(work.db, work.workspace.id, conversationId);
    if (run && run.state !== 'WAITING_TIME') return;
    const asked = findMessageById(work.db, work.workspace.id, messageId);
    if (asked && isAnsweredAfter(work.db, work.workspace.id, conversationId, asked.seq)) return;
    const started = await startByMessage(work, flow, { run, conversationId, messageId, text });
    if (started) noteDecision(work.db, work.workspace.id, messageId, true, work.now);
  }
}

/** The id of the flow whose examples mean the same as a text; null where none does. */
export async function findIntent(
  platform: Platform,
  workspaceId: string,
  text: string,
  flows: FlowRow[],
): Promise<string | null> {
  const thresholds = new Map<string, number>();
  const examples = flows.flatMap((flow) => {
    const trigger = triggerOf(flow);
    if (trigger.type !== 'intent') return [];
    thresholds.set(flow.id, trigger.threshold);
    return trigger.examples.map((example, index) => ({ id: `${flow.id} ${index}`, text: example }));
  });
  const matches = await matchExamples(platform, workspaceId, text, examples);
  const idOf = (id: string): string => id.split(' ')[0] ?? '';
  const best = matches.find(({ id, score }) => score >= (thresholds.get(idOf(id)) ?? 1));
  return best ? idOf(best.id) : null;
}
