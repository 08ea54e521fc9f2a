import { z } from 'zod';
import { FaqDraft } from '../../agents/configuration/configuration.schemas.ts';
import { GateRun } from '../../agents/lifecycle/gate.schemas.ts';
import { Faq } from '../../agents/schemas.ts';

const states = ['live', 'tested', 'refused'] as const;

export const Lesson = FaqDraft.pick({ question: true, answer: true }).extend({
  faqId: z.string().max(100).nullish().describe('The FAQ to change; absent: a new one, or that of the same question.'),
  questionId: z
    .string()
    .max(100)
    .nullish()
    .describe('An unanswered question that this answers, with all that mean the same.'),
});
export type Lesson = z.output<typeof Lesson>;

export const Taught = z.object({
  state: z
    .enum(states)
    .describe(
      '`live`: customers get this answer. `tested`: the agent passed its tests and is not published. `refused`: it ' +
        'failed them, so the answer is only saved.',
    ),
  faq: Faq,
  previous: Faq.pick({ question: true, answer: true })
    .nullable()
    .describe('What the FAQ said before; null: it is new.'),
  failed: z.array(GateRun.shape.cases.element).describe('The failed tests, with advice.'),
  isRecognized: z.boolean().describe("Whether the customer's words find this answer, without a language model."),
});

export const SimilarQuery = z.object({ question: z.string().trim().min(1).max(500) });

export const SimilarFaq = Faq.pick({ id: true, question: true, answer: true });
