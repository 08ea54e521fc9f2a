import { z } from 'zod';
import { StepId, step, Text, VariableName } from './step-parts.schemas.ts';

const template = z
  .strictObject({
    name: z.string().trim().min(1).max(512).describe('Its name on the channel.'),
    language: z.string().min(2).max(20).describe('Its language code, such as `pt_BR`.'),
    variables: z
      .union([z.array(Text(1_024)).max(30), z.record(z.string().max(60), Text(1_024))])
      .optional()
      .describe('Values by number or by name; they may contain {{variables}}.'),
  })
  .describe('An approved chat template; the only message that can be sent while the messaging window is closed.');

export const Message = step(
  'message',
  'Sends a text, a file, or both, or a chat template.',
  z
    .strictObject({
      text: Text(4_096, 1).optional().describe('May contain {{variables}}; the caption, if there is a file.'),
      mediaUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional()
        .describe(
          'A link of `upload-media`, which then no longer expires, or an http(s) URL that is fetched at each send.',
        ),
      template: template.optional(),
    })
    .refine(({ text, mediaUrl, template: chosen }) => text ?? mediaUrl ?? chosen, {
      path: ['text'],
      message: 'needs a text, a mediaUrl or a template',
    })
    .refine(({ text, template: chosen }) => !(text && chosen), {
      path: ['template'],
      message: 'must be absent when text is given',
    }),
  { text: 'Olá, {{contact.firstName}}! O que vai ser hoje?' },
);

export const answerKinds = ['text', 'number', 'email', 'phone', 'own_phone', 'date', 'choice'] as const;
export const FlowAnswerKind = z.enum(answerKinds).meta({
  id: 'FlowAnswerKind',
  description:
    'What an answer must be; what the customer writes is converted to it. `own_phone` asks by the request of the vendor where ' +
    'it has one, and nothing if the number is known.',
});

export const Choice = z.strictObject({
  value: z.string().trim().min(1).max(100).describe('What the variable becomes.'),
  label: z.string().trim().min(1).max(100).optional().describe('Text that the customer reads; defaults to the value.'),
});

/** How a step handles a question without a usable answer. */
const waiting = {
  retries: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('How often the question is repeated after an answer that does not fit.'),
  retryText: Text(1_000, 1)
    .optional()
    .describe("Sent before the repeated question; defaults to a text in the agent's language."),
  timeoutMinutes: z
    .int()
    .min(1)
    .max(1_440)
    .optional()
    .describe(
      'Minutes without an answer after which the run continues at `onTimeout`. If absent, the run ends after 24 hours.',
    ),
  onTimeout: StepId.nullable().default(null).describe('The step after the timeout; null ends the run as EXPIRED.'),
};

export const Ask = step(
  'ask',
  'Asks the customer, waits for an answer that fits, and stores it in a variable.',
  z
    .strictObject({
      text: Text(2_000, 1).describe('The question; may contain {{variables}}.'),
      variable: VariableName.describe('Name of the variable for the answer.'),
      kind: FlowAnswerKind.default('text'),
      choices: z
        .array(Choice)
        .min(2)
        .max(20)
        .optional()
        .describe('Only for `choice`; listed with numbers below the text.'),
      min: z.number().optional().describe('The least number; only for `number`.'),
      max: z.number().optional().describe('The greatest number; only for `number`.'),
      ...waiting,
      onInvalid: StepId.nullable()
        .default(null)
        .describe('The step after the last retry; null ends the run as FAILED.'),
    })
    .refine(({ kind, choices }) => (kind === 'choice') === (choices !== undefined), {
      path: ['choices'],
      message: 'are needed for the kind choice and must be absent for any other',
    })
    .refine(({ kind, text }) => kind !== 'own_phone' || text.length <= 1_024, {
      path: ['text'],
      message: 'has at most 1,024 characters for the kind own_phone',
    })
    .refine(({ kind, min, max }) => kind === 'number' || (min === undefined && max === undefined), {
      path: ['min'],
      message: 'must be absent, as max, unless the kind is number',
    }),
  {
    text: 'Entrega ou retirada?',
    variable: 'delivery',
    kind: 'choice',
    choices: [
      { value: 'delivery', label: 'Entrega' },
      { value: 'pickup', label: 'Retirada' },
    ],
  },
);

export const Appointment = step(
  'appointment',
  'Offers free times within the business hours of the agent, waits for the choice and books it. Sets ' +
    '{{appointmentId}} and {{appointmentTime}}.',
  z.strictObject({
    title: Text(255, 1).describe('Title of the appointment; may contain {{variables}}.'),
    text: Text(1_000, 1).describe('The question; the free times are listed with numbers below it.'),
    durationMinutes: z.int().min(5).max(1_440),
    stepMinutes: z.int().min(5).max(1_440).default(30).describe('Interval between offered times, in minutes.'),
    daysAhead: z.int().min(1).max(60).default(14).describe('Days from now in which times are offered.'),
    noticeMinutes: z
      .int()
      .min(0)
      .max(10_080)
      .default(60)
      .describe('Minutes between now and the earliest offered time.'),
    offer: z.int().min(1).max(10).default(5).describe('Number of times to offer.'),
    confirmed: z.boolean().default(false).describe('Books as CONFIRMED instead of PENDING.'),
    ...waiting,
    onNone: StepId.nullable()
      .default(null)
      .describe('The step if no time is free or chosen; null ends the run as FAILED.'),
  }),
  { title: 'Corte de {{contact.name}}', text: 'Qual horário?', durationMinutes: 30 },
);
