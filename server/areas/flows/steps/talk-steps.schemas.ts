import { z } from 'zod';
import { StepId, step, Text, VariableName } from './step-parts.schemas.ts';

const template = z
  .strictObject({
    name: z.string().trim().min(1).max(512),
    language: z.string().min(2).max(20),
    variables: z.union([z.array(Text(1_024)).max(30), z.record(z.string().max(60), Text(1_024))]).optional(),
  })
  .describe('An approved chat template; the only thing that goes out when the messaging window is closed.');

export const Message = step(
  'message',
  z
    .strictObject({
      text: Text(4_096, 1).optional(),
      mediaUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .optional()
        .describe('A link of `upload-media`, which is kept for good, or an http(s) URL that is fetched at each send.'),
      template: template.optional(),
    })
    .refine(({ text, mediaUrl, template: chosen }) => text ?? mediaUrl ?? chosen, {
      path: ['text'],
      message: 'A message needs a text, a mediaUrl or a template',
    })
    .refine(({ text, template: chosen }) => !(text && chosen), {
      path: ['template'],
      message: 'A template brings its own text: leave text out',
    }),
  { text: 'Olá, {{contact.firstName}}! O que vai ser hoje?' },
);

export const answerKinds = ['text', 'number', 'email', 'phone', 'date', 'choice'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export const Choice = z.strictObject({
  value: z.string().trim().min(1).max(100),
  label: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('What the customer reads; the value where it is absent.'),
});

/** What becomes of a question that gets no usable answer. */
const waiting = {
  retries: z.int().min(0).max(5).default(2).describe('How often it asks again after an answer that does not fit.'),
  retryText: Text(1_000, 1).optional().describe("Said before it asks again; without it one in the agent's language."),
  timeoutMinutes: z
    .int()
    .min(1)
    .max(1_440)
    .optional()
    .describe('After so long without an answer it goes on with `onTimeout`. Without it the run ends after 24 hours.'),
  onTimeout: StepId.nullable().default(null).describe('Null ends the run as EXPIRED.'),
};

export const Ask = step(
  'ask',
  z
    .strictObject({
      text: Text(2_000, 1),
      variable: VariableName,
      kind: z.enum(answerKinds).default('text'),
      choices: z.array(Choice).min(2).max(20).optional().describe('For `choice`; listed with numbers under the text.'),
      min: z.number().optional().describe('For `number`.'),
      max: z.number().optional().describe('For `number`.'),
      ...waiting,
      onInvalid: StepId.nullable().default(null).describe('After the last retry; null ends the run as FAILED.'),
    })
    .refine(({ kind, choices }) => (kind === 'choice') === (choices !== undefined), {
      path: ['choices'],
      message: 'are needed for the kind choice, and for no other',
    })
    .refine(({ kind, min, max }) => kind === 'number' || (min === undefined && max === undefined), {
      path: ['min'],
      message: 'min and max are for the kind number',
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
  z
    .strictObject({
      title: Text(255, 1),
      text: Text(1_000, 1).describe('The question; the free times are listed with numbers under it.'),
      durationMinutes: z.int().min(5).max(1_440),
      stepMinutes: z.int().min(5).max(1_440).default(30).describe('Times are offered at such distances.'),
      daysAhead: z.int().min(1).max(60).default(14),
      noticeMinutes: z.int().min(0).max(10_080).default(60).describe('No time is offered sooner than this.'),
      offer: z.int().min(1).max(10).default(5).describe('How many times are offered.'),
      confirmed: z.boolean().default(false).describe('Books it as CONFIRMED in place of PENDING.'),
      ...waiting,
      onNone: StepId.nullable().default(null).describe('Where nothing is free or chosen; null ends the run as FAILED.'),
    })
    .describe(
      'Offers free times within the business hours of the agent, waits for the choice and books it. Sets {{appointmentId}} and {{appointmentTime}}.',
    ),
  { title: 'Corte de {{contact.name}}', text: 'Qual horário?', durationMinutes: 30 },
);
