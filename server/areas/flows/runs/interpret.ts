import { dayMs, minuteMs } from '../../../platform/durations.ts';
import { TemplateError } from '../../../platform/text/text-template.ts';
import { evaluateBranches } from '../steps/evaluate-branches.ts';
import { fillConfig, fillHttp } from '../steps/fill-config.ts';
import { parseAnswer, pickOption } from '../steps/parse-answer.ts';
import { renderText } from '../steps/render-text.ts';
import type { Step, StepOf } from '../steps/step.schemas.ts';
import { viewOf } from '../steps/view-of.ts';
import { momentOf } from '../steps/wait-until.ts';
import { formatMoment, retryTexts } from '../steps/words.ts';
import { type Effect, type Facts, type Input, mostSteps, type Outcome, type Run, type Turn } from './run.ts';

/** A run ends when its question has waited so long. */
const longestAnswerMs = dayMs;

/** All variables of a run together: what grows from step to step ends the run before it fills the memory. */
const mostCharacters = 100_000;

export type Steps = ReadonlyMap<string, Step>;

/** A run that begins, at the first step of its flow. */
export const beginRun = (firstStepId: string, variables: Record<string, string>): Run => ({
  state: 'RUNNING',
  stepId: firstStepId,
  stepCount: 0,
  variables,
  waiting: null,
  dueAt: null,
  reason: null,
});

/**
 * Takes a run one step on: pure, so that real runs, dry runs and tests share it. `go` performs the step at which the run
 * stands; the other inputs answer what that step waits for. Answers the run as it then is, and what is to be done.
 */
export function step(steps: Steps, run: Run, input: Input, facts: Facts): Turn {
  const present = run.stepId === null ? undefined : steps.get(run.stepId);
  if (!present) return end(run, 'FAILED', 'step_missing', `The flow has no step ${run.stepId}`);
  const turn = take(present, run, input, facts);
  if (turn.run.stepCount > mostSteps) return end(run, 'EXPIRED', 'step_limit', `The run has made ${mostSteps} steps`);
  const characters = Object.values(turn.run.variables).reduce((sum, { length }) => sum + length, 0);
  if (characters <= mostCharacters) return turn;
  return end(run, 'FAILED', 'too_much_text', `The variables of the run have more than ${mostCharacters} characters`);
}

function take(present: Step, run: Run, input: Input, facts: Facts): Turn {
  try {
    if (input.kind !== 'go') return resume(present, run, input, facts);
    return perform(present, { ...run, stepCount: run.stepCount + 1 }, facts);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return end(run, 'FAILED', 'template', `A text of the step ${error.message}`);
  }
}

export function end(run: Run, state: Outcome, code: string, message: string): Turn {
  return { run: { ...run, state, dueAt: null, waiting: null, reason: { code, message } }, effects: [] };
}

/** Goes to another step, with what this one has left to do; null is the end of the flow. */
function goTo(run: Run, stepId: string | null, effects: Effect[] = []): Turn {
  const left = { ...run, waiting: null, dueAt: null };
  if (stepId === null) return { run: { ...left, state: 'COMPLETED', stepId: null }, effects };
  return { run: { ...left, state: 'RUNNING', stepId }, effects };
}

const goOrFail = (run: Run, stepId: string | null, code: string, message: string): Turn =>
  stepId === null ? end(run, 'FAILED', code, message) : goTo(run, stepId);

/** Asking again is a step more, so that each message has a number of its own. */
const oneMore = (run: Run): Run => ({ ...run, stepCount: run.stepCount + 1 });

/** Stays at the step until its effect is answered. */
const act = (run: Run, effect: Effect): Turn => ({ run: { ...run, state: 'RUNNING', dueAt: null }, effects: [effect] });

function perform(present: Step, run: Run, facts: Facts): Turn {
  const view = viewOf(run, facts);
  const fill = <Config>(config: Config): Config => fillConfig(config, view);
  switch (present.type) {
    case 'message': {
      const { text, mediaUrl, template } = present.config;
      const draft = fill({
        ...(text === undefined ? {} : { content: text }),
        ...(mediaUrl === undefined ? {} : { mediaUrl }),
        ...(template === undefined ? {} : { template }),
      });
      // Text that came to nothing because its variables are empty is no message.
      if (draft.content?.trim() === '') delete draft.content;
      if (Object.keys(draft).length === 0) return goTo(run, present.next);
      return goTo(run, present.next, [{ kind: 'send', draft }]);
    }
    case 'ask':
      return ask(present, run, facts, 0);
    case 'branch':
      return goTo(run, evaluateBranches(present, run, facts));
    case 'wait':
      return wait(present, run, facts);
    case 'set':
      return goTo({ ...run, variables: { ...run.variables, ...fill(present.config.values) } }, present.next);
    case 'go_to':
      return goTo(run, present.config.stepId);
    case 'end':
      return goTo(run, null);
    case 'handoff': {
      const { text, ...config } = present.config;
      const said: Effect[] = text === undefined ? [] : [{ kind: 'send', draft: { content: fill(text) } }];
      return { run, effects: [...said, { kind: 'handoff', config }] };
    }
    case 'agent':
      return act(run, { kind: 'agent', text: run.variables['message.text'] ?? '' });
    case 'http':
      return act(run, fillHttp(present.config, view));
    case 'appointment':
      return act(run, { kind: 'free_slots', config: fill(present.config) });
    case 'tag':
      return act(run, { kind: 'tag', config: present.config });
    case 'conversation_stage':
      return act(run, { kind: 'conversation_stage', config: present.config });
    case 'crm_card':
      return act(run, { kind: 'crm_card', config: fill(present.config) });
    case 'lead':
      return act(run, { kind: 'lead', config: fill(present.config) });
    case 'order':
      return act(run, { kind: 'order', config: fill(present.config) });
  }
}

function resume(present: Step, run: Run, input: Exclude<Input, { kind: 'go' }>, facts: Facts): Turn {
  if (input.kind === 'answer') return takeAnswer(present, run, input.text, facts);
  if (input.kind === 'due') return takeDue(present, run);
  if (input.kind === 'failed') return takeFailure(present, run, input);
  if (present.type === 'appointment' && input.offered) {
    if (input.offered.length === 0) {
      return goOrFail(run, present.config.onNone, 'no_free_slot', 'There is no free time in the days that are offered');
    }
    return offer(
      present,
      { ...run, waiting: { tries: run.waiting?.tries ?? 0, offered: input.offered, askedAt: facts.now } },
      facts,
    );
  }
  // The customer is with a person now: what follows a handoff would speak over them.
  const next = present.type === 'handoff' ? null : present.next;
  return goTo({ ...run, variables: { ...run.variables, ...input.variables } }, next);
}

/** Sends a question and waits for its answer. */
function ask(present: StepOf<'ask'>, run: Run, facts: Facts, tries: number): Turn {
  const { text, choices = [], retryText, kind } = present.config;
  const view = viewOf(run, facts);
  const options = choices.map(({ value, label }) => label ?? value);
  const before = tries === 0 ? '' : `${renderText(retryText ?? retryTexts[facts.language][kind], view)}\n\n`;
  return question(present, { ...run, waiting: { tries, offered: [], askedAt: facts.now } }, facts, {
    text: before + renderText(text, view),
    options,
  });
}

/** Offers the free times of an appointment, and waits for the choice. */
function offer(present: StepOf<'appointment'>, run: Run, facts: Facts): Turn {
  const { text, retryText } = present.config;
  const view = viewOf(run, facts);
  const { tries, offered } = run.waiting ?? { tries: 0, offered: [] };
  const before = tries === 0 ? '' : `${renderText(retryText ?? retryTexts[facts.language].choice, view)}\n\n`;
  const options = offered.map((slot) => formatMoment(facts.language, facts.timezone, slot.startTime));
  return question(present, run, facts, { text: before + renderText(text, view), options });
}

function question(
  present: StepOf<'ask'> | StepOf<'appointment'>,
  run: Run,
  facts: Facts,
  said: { text: string; options: string[] },
): Turn {
  const { timeoutMinutes } = present.config;
  const waitMs = timeoutMinutes === undefined ? longestAnswerMs : timeoutMinutes * minuteMs;
  const list = said.options.map((option, index) => `${index + 1}. ${option}`).join('\n');
  const content = list === '' ? said.text : `${said.text}\n\n${list}`;
  const dueAt = new Date(Date.parse(facts.now) + waitMs).toISOString();
  return { run: { ...run, state: 'WAITING_ANSWER', dueAt }, effects: [{ kind: 'send', draft: { content } }] };
}

function takeAnswer(present: Step, run: Run, text: string, facts: Facts): Turn {
  const heard = { ...run, variables: { ...run.variables, 'message.text': text } };
  const tries = (run.waiting?.tries ?? 0) + 1;
  if (present.type === 'ask') {
    const value = parseAnswer(present.config, text, facts);
    if (value !== null) {
      return goTo({ ...heard, variables: { ...heard.variables, [present.config.variable]: value } }, present.next);
    }
    if (tries <= present.config.retries) return ask(present, oneMore(heard), facts, tries);
    return goOrFail(heard, present.config.onInvalid, 'no_valid_answer', 'No answer fitted the question');
  }
  if (present.type === 'appointment') {
    const offered = run.waiting?.offered ?? [];
    const index = pickOption(
      text,
      offered.map((slot) => [formatMoment(facts.language, facts.timezone, slot.startTime)]),
    );
    const slot = index === null ? undefined : offered[index];
    if (slot) return act(heard, { kind: 'book', config: fillConfig(present.config, viewOf(heard, facts)), slot });
    if (tries <= present.config.retries)
      return offer(present, { ...oneMore(heard), waiting: { tries, offered, askedAt: facts.now } }, facts);
    return goOrFail(heard, present.config.onNone, 'no_valid_answer', 'No answer was one of the times');
  }
  return { run: heard, effects: [] };
}

function takeDue(present: Step, run: Run): Turn {
  if (present.type === 'wait') return goTo(run, present.next);
  if (present.type !== 'ask' && present.type !== 'appointment') return { run, effects: [] };
  const { timeoutMinutes, onTimeout } = present.config;
  if (timeoutMinutes !== undefined && onTimeout !== null) return goTo(run, onTimeout);
  return end(run, 'EXPIRED', 'no_answer', 'The customer did not answer in time');
}

function takeFailure(present: Step, run: Run, { code, message }: { code: string; message: string }): Turn {
  // Somebody else took the time meanwhile: others are offered.
  if (present.type === 'appointment' && code === 'slot_taken') {
    const tries = (run.waiting?.tries ?? 0) + 1;
    if (tries <= present.config.retries) {
      const again = { ...oneMore(run), waiting: { tries, offered: [], askedAt: null } };
      return act(again, { kind: 'free_slots', config: present.config });
    }
  }
  const onError = present.type === 'http' || present.type === 'order' ? present.config.onError : null;
  const failed = { ...run, variables: { ...run.variables, error: message } };
  return goOrFail(failed, present.type === 'appointment' ? present.config.onNone : onError, code, message);
}

function wait(present: StepOf<'wait'>, run: Run, facts: Facts): Turn {
  const { seconds, until = '' } = present.config;
  const dueAt =
    seconds === undefined
      ? momentOf(renderText(until, viewOf(run, facts)), facts.timezone, facts.now)
      : new Date(Date.parse(facts.now) + seconds * 1_000).toISOString();
  if (dueAt === null) return end(run, 'FAILED', 'invalid_moment', 'The moment to wait for cannot be read');
  if (dueAt <= facts.now) return goTo(run, present.next);
  return { run: { ...run, state: 'WAITING_TIME', dueAt }, effects: [] };
}
