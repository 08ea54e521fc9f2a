import type { Workspace } from '../../../platform/access/workspaces.ts';
import { dayMs, hourMs, minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAgentBrief } from '../../agents/index.ts';
import { beginRun, interpret } from '../runs/interpret.ts';
import { shopFacts } from '../runs/read-facts.ts';
import { type Effect, type Facts, type Input, isOpen, type Run } from '../runs/run.ts';
import type { TestDraft } from '../schemas.ts';
import { mapValues } from '../steps/call-http.ts';
import type { Step } from '../steps/step.schemas.ts';
import { type FlowRow, stepsOf, triggerOf } from '../store.ts';
import { findIntent } from '../triggers/match-intents.ts';
import { matchesKeyword } from '../triggers/matches-keyword.ts';

type Line = { from: 'CUSTOMER' | 'FLOW' | 'SYSTEM'; stepId: string | null; text: string; at: string };

export interface Played {
  triggered: boolean;
  transcript: Line[];
  /** Ids of the steps in the order in which the run came to them. */
  path: string[];
  run: Run | null;
}

/** Whether the first message of a test would trigger the flow; triggers other than a message always do. */
async function isTriggered(platform: Platform, flow: FlowRow, first: string | undefined): Promise<boolean> {
  const trigger = triggerOf(flow);
  if (trigger.type === 'keyword') return first !== undefined && matchesKeyword(trigger, first);
  if (trigger.type === 'first_message') return first !== undefined;
  if (trigger.type !== 'intent') return true;
  return first !== undefined && (await findIntent(platform, flow.workspace_id, first, [flow])) !== null;
}

const isByMessage = (flow: FlowRow): boolean => ['keyword', 'first_message', 'intent'].includes(flow.trigger_type);

/** Plays a flow in memory with the interpreter of real runs. It sends, calls and stores nothing. */
export async function testFlow(
  platform: Platform,
  workspace: Workspace,
  flow: FlowRow,
  draft: TestDraft,
): Promise<Played> {
  const startsAt = draft.at ?? platform.clock.now().toISOString();
  const open = [...draft.messages];
  const transcript: Line[] = [];
  const first = isByMessage(flow) ? open.shift() : undefined;
  if (first !== undefined) transcript.push({ from: 'CUSTOMER', stepId: null, text: first, at: startsAt });
  if (!(await isTriggered(platform, flow, first))) return { triggered: false, transcript, path: [], run: null };
  const steps = new Map(stepsOf(flow).map((entry) => [entry.id, entry]));
  const known = first === undefined ? draft.variables : { ...draft.variables, 'message.text': first };
  const agent = findAgentBrief(platform.database.read, workspace.id, flow.ai_agent_id);
  const facts = { ...shopFacts(workspace, agent, startsAt), contact: draft.contact };
  const play = new Play(steps, facts, draft, transcript);
  const run = play.run(beginRun(stepsOf(flow)[0]?.id ?? '', known), open);
  return { triggered: true, transcript, path: play.path, run };
}

/** One dry run: its clock jumps over every wait, and its effects are only written to the transcript. */
class Play {
  readonly path: string[] = [];
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #draft: TestDraft;
  readonly #transcript: Line[];
  #facts: Facts;

  constructor(steps: ReadonlyMap<string, Step>, facts: Facts, draft: TestDraft, transcript: Line[]) {
    this.#steps = steps;
    this.#facts = facts;
    this.#draft = draft;
    this.#transcript = transcript;
  }

  /** Plays until the run ends or waits for an answer that the draft does not contain. */
  run(begun: Run, messages: string[]): Run {
    let run = begun;
    for (;;) {
      if (run.state === 'RUNNING') run = this.#take(run, { kind: 'go' });
      else if (run.state === 'WAITING_TIME') {
        this.#facts = { ...this.#facts, now: run.dueAt ?? this.#facts.now };
        run = this.#take(run, { kind: 'due' });
      } else if (run.state === 'WAITING_ANSWER' && messages.length > 0) {
        const text = messages.shift() as string;
        this.#log('CUSTOMER', null, text);
        run = this.#take(run, { kind: 'answer', text });
      } else return run;
    }
  }

  #take(before: Run, input: Input): Run {
    if (input.kind === 'go' && before.stepId !== null) this.path.push(before.stepId);
    const turn = interpret(this.#steps, before, input, this.#facts);
    let { run } = turn;
    const open = [...turn.effects];
    for (let effect = open.shift(); effect; effect = open.shift()) {
      const result = this.#pretend(before.stepId, effect);
      if (!result || !isOpen(run.state)) continue;
      const answered = interpret(this.#steps, run, result, this.#facts);
      run = answered.run;
      open.push(...answered.effects);
    }
    return run;
  }

  #log(from: Line['from'], stepId: string | null, text: string): void {
    this.#transcript.push({ from, stepId, text, at: this.#facts.now });
  }

  /** Writes the effect to the transcript and returns the result of a success. */
  #pretend(stepId: string | null, effect: Effect): Input | null {
    if (effect.kind === 'send') {
      const { content, mediaUrl, template } = effect.draft;
      const parts = [
        content,
        mediaUrl && `[${mediaUrl}]`,
        template && `[template ${template.name}, ${template.language}]`,
      ];
      this.#log('FLOW', stepId, parts.filter(Boolean).join('\n'));
      return null;
    }
    const { kind, ...what } = effect;
    this.#log('SYSTEM', stepId, `${kind} ${JSON.stringify('config' in what ? what.config : what)}`);
    switch (kind) {
      case 'http': {
        const answer = this.#draft.answers[stepId ?? ''];
        return { kind: 'done', variables: { httpStatus: '200', ...mapValues(answer, effect.map) } };
      }
      case 'free_slots':
        return { kind: 'done', offered: this.#exampleSlots(effect.config.durationMinutes) };
      case 'book':
        return { kind: 'done', variables: { appointmentId: 'test', appointmentTime: effect.slot.startTime } };
      case 'order':
        return { kind: 'done', variables: { orderId: 'test', orderNumber: '1', orderTotal: '0.00' } };
      case 'lead':
        return { kind: 'done', variables: { leadId: 'test' } };
      case 'crm_card':
        return { kind: 'done', variables: { cardId: 'test' } };
      default:
        return { kind: 'done' };
    }
  }

  /** Two times on the next day: a dry run does not read the calendar. */
  #exampleSlots(durationMinutes: number): { startTime: string; endTime: string }[] {
    const tomorrowMs = Math.ceil(Date.parse(this.#facts.now) / hourMs) * hourMs + dayMs;
    return [0, 1].map((hours) => {
      const startMs = tomorrowMs + hours * hourMs;
      const endMs = startMs + durationMinutes * minuteMs;
      return { startTime: new Date(startMs).toISOString(), endTime: new Date(endMs).toISOString() };
    });
  }
}
