import { dayMs, minuteMs } from '../../../platform/durations.ts';
import { TemplateError } from '../../../platform/text/text-template.ts';
import { buildView } from '../steps/build-view.ts';
import { evaluateBranches } from '../steps/evaluate-branches.ts';
import { fillConfig, fillHttp } from '../steps/fill-config.ts';
import { parseAnswer, pickOption } from '../steps/parse-answer.ts';
import { parseMoment } from '../steps/parse-moment.ts';
import { renderText } from '../steps/render-text.ts';
import type { Step, StepOf } from '../steps/step.schemas.ts';
import { formatMoment, stepWords } from '../steps/words.ts';
import { type Effect, type Facts, type Input, mostSteps, type Run, type RunOutcome, type StepResult } from './run.ts';

/** Default time after which an unanswered question ends its run. */
const longestAnswerMs = dayMs;

/** Limit for all variables of a run together, so that values that grow at each step cannot fill the memory. */
const mostCharacters = 100_000;

export type Steps = ReadonlyMap<string, Step>;

/** A new run at the first step of its flow. */
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
 * Advances a run by one step. It is pure, so that real runs, dry runs and tests share it. `go` performs the current
 * step; the other inputs are what that step waits for. Returns the new run and the effects to perform.
 */
export function interpret(steps: Steps, run: Run, input: Input, facts: Facts): StepResult {
  const present = run.stepId === null ? undefined : steps.get(run.stepId);
  if (!present) return end(run, 'FAILED', 'step_missing', `The step ${run.stepId} does not exist`);
  const turn = take(present, run, input, facts);
  if (turn.run.stepCount > mostSteps)
    return end(run, 'EXPIRED', 'step_limit', `The run has reached the limit of ${mostSteps} steps`);
  const characters = Object.values(turn.run.variables).reduce((sum, { length }) => sum + length, 0);
  if (characters <= mostCharacters) return turn;
  return end(run, 'FAILED', 'too_much_text', `The variables of the run exceed ${mostCharacters} characters`);
}

function take(present: Step, run: Run, input: Input, facts: Facts): StepResult {
  try {
    if (input.kind !== 'go') return resume(present, run, input, facts);
    return performStep(present, { ...run, stepCount: run.stepCount + 1 }, facts);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return end(run, 'FAILED', 'template', `A text of the step ${error.message}`);
  }
}

export function end(run: Run, state: RunOutcome, code: string, message: string): StepResult {
  return { run: { ...run, state, dueAt: null, waiting: null, reason: { code, message } }, effects: [] };
}

/** Moves to another step with the remaining effects of this one; null completes the run. */
function goTo(run: Run, stepId: string | null, effects: Effect[] = []): StepResult {
  const left = { ...run, waiting: null, dueAt: null };
  if (stepId === null) return { run: { ...left, state: 'COMPLETED', stepId: null }, effects };
  return { run: { ...left, state: 'RUNNING', stepId }, effects };
}

const goOrFail = (run: Run, stepId: string | null, code: string, message: string): StepResult =>
  stepId === null ? end(run, 'FAILED', code, message) : goTo(run, stepId);

/** Asking again counts as a step, so that each message gets its own key. */
const countStep = (run: Run): Run => ({ ...run, stepCount: run.stepCount + 1 });

/** Stays at the step until the result of its effect arrives. */
const awaitEffect = (run: Run, effect: Effect): StepResult => ({
  run: { ...run, state: 'RUNNING', dueAt: null },
  effects: [effect],
});

function performStep(present: Step, run: Run, facts: Facts): StepResult {
  const view = buildView(run, facts);
  const fill = <Config>(config: Config): Config => fillConfig(config, view);
  switch (present.type) {
    case 'message': {
      const { text, mediaUrl, template } = present.config;
      const draft = fill({
        ...(text === undefined ? {} : { content: text }),
        ...(mediaUrl === undefined ? {} : { mediaUrl }),
        ...(template === undefined ? {} : { template }),
      });
      // A text that is empty once its variables are filled in is not sent.
      if (draft.content?.trim() === '') delete draft.content;
      if (Object.keys(draft).length === 0) return goTo(run, present.next);
      return goTo(run, present.next, [{ kind: 'send', draft }]);
    }
    case 'ask':
      if (knowsNumber(present, facts)) return takeNumber(present, run, facts.contact.phone);
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
      return awaitEffect(run, { kind: 'agent', text: run.variables['message.text'] ?? '' });
    case 'http':
      return awaitEffect(run, fillHttp(present.config, view));
    case 'appointment':
      return awaitEffect(run, { kind: 'free_slots', config: fill(present.config) });
    case 'tag':
      return awaitEffect(run, { kind: 'tag', config: present.config });
    case 'conversation_stage':
      return awaitEffect(run, { kind: 'conversation_stage', config: present.config });
    case 'crm_card':
      return awaitEffect(run, { kind: 'crm_card', config: fill(present.config) });
    case 'lead':
      return awaitEffect(run, { kind: 'lead', config: fill(present.config) });
    case 'order':
      return awaitEffect(run, { kind: 'order', config: fill(present.config) });
  }
}

function resume(present: Step, run: Run, input: Exclude<Input, { kind: 'go' }>, facts: Facts): StepResult {
  if (input.kind === 'answer') return takeAnswer(present, run, input.text, facts);
  if (input.kind === 'due') return takeDue(present, run);
  if (input.kind === 'failed') return takeFailure(present, run, input);
  if (present.type === 'appointment' && input.offered) {
    if (input.offered.length === 0) {
      return goOrFail(
        run,
        present.config.onNone,
        'no_free_slot',
        'No free time exists within the days that may be offered',
      );
    }
    return offer(
      present,
      { ...run, waiting: { tries: run.waiting?.tries ?? 0, offered: input.offered, askedAt: facts.now } },
      facts,
    );
  }
  // A person has the conversation now, so no step may follow a handoff.
  const next = present.type === 'handoff' ? null : present.next;
  return goTo({ ...run, variables: { ...run.variables, ...input.variables } }, next);
}

/** Returns true if a question asks for the number of a customer whose number is known already. */
const knowsNumber = ({ config }: StepOf<'ask'>, { contact }: Facts): boolean =>
  config.kind === 'own_phone' && contact.phone !== '';

const takeNumber = (present: StepOf<'ask'>, run: Run, phone: string): StepResult =>
  goTo({ ...run, variables: { ...run.variables, [present.config.variable]: phone } }, present.next);

/** Sends a question and waits for its answer. */
function ask(present: StepOf<'ask'>, run: Run, facts: Facts, tries: number): StepResult {
  const { text, choices = [], retryText, kind } = present.config;
  const view = buildView(run, facts);
  const options = choices.map(({ value, label }) => label ?? value);
  const before = tries === 0 ? '' : `${renderText(retryText ?? stepWords[facts.language].retry[kind], view)}\n\n`;
  return question(present, { ...run, waiting: { tries, offered: [], askedAt: facts.now } }, facts, {
    text: before + renderText(text, view),
    options,
    ...(kind === 'own_phone' ? { request: 'contactInfo' } : {}),
  });
}

/** Offers free times and waits for the choice. */
function offer(present: StepOf<'appointment'>, run: Run, facts: Facts): StepResult {
  const { text, retryText } = present.config;
  const view = buildView(run, facts);
  const { tries, offered } = run.waiting ?? { tries: 0, offered: [] };
  const before = tries === 0 ? '' : `${renderText(retryText ?? stepWords[facts.language].retry.choice, view)}\n\n`;
  const options = offered.map((slot) => formatMoment(facts.language, facts.timezone, slot.startTime));
  return question(present, run, facts, { text: before + renderText(text, view), options });
}

function question(
  present: StepOf<'ask'> | StepOf<'appointment'>,
  run: Run,
  facts: Facts,
  { text, options, ...request }: { text: string; options: string[]; request?: 'contactInfo' },
): StepResult {
  const { timeoutMinutes } = present.config;
  const waitMs = timeoutMinutes === undefined ? longestAnswerMs : timeoutMinutes * minuteMs;
  const list = options.map((option, index) => `${index + 1}. ${option}`).join('\n');
  const content = list === '' ? text : `${text}\n\n${list}`;
  const dueAt = new Date(Date.parse(facts.now) + waitMs).toISOString();
  return {
    run: { ...run, state: 'WAITING_ANSWER', dueAt },
    effects: [{ kind: 'send', draft: { content, ...request } }],
  };
}

function takeAnswer(present: Step, run: Run, text: string, facts: Facts): StepResult {
  const heard = { ...run, variables: { ...run.variables, 'message.text': text } };
  const tries = (run.waiting?.tries ?? 0) + 1;
  if (present.type === 'ask') {
    // Her card has already set her number. A typed number is only her answer: anybody can type any number.
    if (knowsNumber(present, facts)) return takeNumber(present, heard, facts.contact.phone);
    const value = parseAnswer(present.config, text, facts);
    if (value !== null) {
      return goTo({ ...heard, variables: { ...heard.variables, [present.config.variable]: value } }, present.next);
    }
    if (tries <= present.config.retries) return ask(present, countStep(heard), facts, tries);
    return goOrFail(heard, present.config.onInvalid, 'no_valid_answer', 'No answer matched the question');
  }
  if (present.type === 'appointment') {
    const offered = run.waiting?.offered ?? [];
    const index = pickOption(
      text,
      offered.map((slot) => [formatMoment(facts.language, facts.timezone, slot.startTime)]),
    );
    const slot = index === null ? undefined : offered[index];
    if (slot)
      return awaitEffect(heard, { kind: 'book', config: fillConfig(present.config, buildView(heard, facts)), slot });
    if (tries <= present.config.retries)
      return offer(present, { ...countStep(heard), waiting: { tries, offered, askedAt: facts.now } }, facts);
    return goOrFail(heard, present.config.onNone, 'no_valid_answer', 'No answer matched an offered time');
  }
  return { run: heard, effects: [] };
}

function takeDue(present: Step, run: Run): StepResult {
  if (present.type === 'wait') return goTo(run, present.next);
  if (present.type !== 'ask' && present.type !== 'appointment') return { run, effects: [] };
  const { timeoutMinutes, onTimeout } = present.config;
  if (timeoutMinutes !== undefined && onTimeout !== null) return goTo(run, onTimeout);
  return end(run, 'EXPIRED', 'no_answer', 'The customer did not answer in time');
}

function takeFailure(present: Step, run: Run, { code, message }: { code: string; message: string }): StepResult {
  // The time was taken meanwhile: offer others.
  if (present.type === 'appointment' && code === 'slot_taken') {
    const tries = (run.waiting?.tries ?? 0) + 1;
    if (tries <= present.config.retries) {
      const again = { ...countStep(run), waiting: { tries, offered: [], askedAt: null } };
      return awaitEffect(again, { kind: 'free_slots', config: present.config });
    }
  }
  const onError = present.type === 'http' || present.type === 'order' ? present.config.onError : null;
  const failed = { ...run, variables: { ...run.variables, error: message } };
  return goOrFail(failed, present.type === 'appointment' ? present.config.onNone : onError, code, message);
}

function wait(present: StepOf<'wait'>, run: Run, facts: Facts): StepResult {
  const { seconds, until = '' } = present.config;
  const dueAt =
    seconds === undefined
      ? parseMoment(renderText(until, buildView(run, facts)), facts.timezone, facts.now)
      : new Date(Date.parse(facts.now) + seconds * 1_000).toISOString();
  if (dueAt === null)
    return end(
      run,
      'FAILED',
      'invalid_moment',
      '`until` is not a time of day, a local time or a moment with an offset',
    );
  if (dueAt <= facts.now) return goTo(run, present.next);
  return { run: { ...run, state: 'WAITING_TIME', dueAt }, effects: [] };
}
