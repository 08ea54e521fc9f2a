import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import { WakeLoop } from '../../../platform/work/wake-loop.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { findConversation, findMessageById, isAnsweredAfter } from '../../inbox/index.ts';
import { matchExamples } from '../../knowledge/index.ts';
import { recordDecision, startByMessage } from '../runs/claim-message.ts';
import { findOpenRun, type IntentRow } from '../runs/runs.store.ts';
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

/** Compares messages of customers with the examples of flows, one at a time and outside of any transaction. */
export class IntentMatcher {
  readonly #platform: Platform;
  readonly #loop: WakeLoop;
  #isWakePending = false;
  #started = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#loop = new WakeLoop(
      platform.clock,
      () => this.#compareNext(),
      (error) => {
        platform.log.error({ err: error }, 'the result of an intent match was not stored');
        this.#loop.rest();
      },
    );
    platform.database.onCommit(() => {
      if (this.#isWakePending && this.#started) this.#loop.wake();
    });
  }

  start(): void {
    this.#started = true;
    this.#loop.wake();
  }

  /** Looks for messages after the next commit. */
  wake(): void {
    this.#isWakePending = true;
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Resolves when every message has been compared. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Returns whether there may be another message. */
  async #compareNext(): Promise<boolean> {
    this.#isWakePending = false;
    const next = selectNext(this.#platform.database.read).first();
    if (!next) return false;
    const { running, log } = this.#platform;
    const item: Item = { kind: 'intent', key: next.message_id };
    const isPoison = running.suspects.isPoison(item);
    const compare = () => running.during(item, () => this.#match(next));
    const flowId = await (isPoison
      ? null
      : compare().catch((error) => {
          log.error({ err: error, message: next.message_id }, 'a message could not be compared with the examples');
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

  /** The id of the best matching flow of the conversation's agent; null if none reaches its threshold. */
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

  /** Does nothing if the agent has replied or another run has begun meanwhile. */
  async #start(work: Work, intent: IntentRow, flow: FlowRow): Promise<void> {
    const { conversation_id: conversationId, message_id: messageId, text } = intent;
    const run = findOpenRun(work.db, work.workspace.id, conversationId);
    if (run && run.state !== 'WAITING_TIME') return;
    const asked = findMessageById(work.db, work.workspace.id, messageId);
    if (asked && isAnsweredAfter(work.db, work.workspace.id, conversationId, asked.seq)) return;
    const started = await startByMessage(work, flow, { run, conversationId, messageId, text });
    if (started) recordDecision(work.db, work.workspace.id, messageId, true, work.now);
  }
}

/** The id of the flow whose examples match a text best; null if none reaches its threshold. */
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
