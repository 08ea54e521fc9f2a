import { z } from 'zod';
import { serveLoopback } from '../support/environment/loopback.ts';

const Picture = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().startsWith('data:image/') }),
});
const Words = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
/** Texts and pictures as one text, a line each. */
const Parts = z
  .array(z.union([Words, Picture]))
  .min(1)
  .transform((parts) => parts.map((part) => (part.type === 'text' ? part.text : part.image_url.url)).join('\n'));

const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1), arguments: z.string() }),
});

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string().min(1), Parts]) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(ToolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
]);

/** The supported part of the chat-completions protocol; anything else is rejected, as by a strict server. */
const Completion = z.strictObject({
  model: z.string().min(1),
  temperature: z.number().min(0).max(2),
  max_tokens: z.int().min(1).optional(),
  messages: z.array(Message).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string().min(1),
          description: z.string().min(1),
          parameters: z.record(z.string(), z.unknown()),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.literal('auto').optional(),
});

/** The tools that the model calls in one step. */
interface ToolStep {
  tools: { name: string; input: unknown }[];
}

/** A text, a status, tool calls, or no response at all. */
type Step = string | number | ToolStep | 'hang';

export interface LanguageModelDouble {
  /** The value for `--base-url`. */
  baseUrl: string;
  /** Accepted requests, oldest first. */
  requests: { body: z.infer<typeof Completion>; authorization: string | undefined }[];
  /** Response of the next requests: the content of the message, or a status. */
  answer: string | number;
  /** Responses before `answer`, each once. */
  steps: Step[];
  /** Reported usage of each response. */
  tokens: { in: number; out: number };
}

/** A language model on this machine with responses set by the test. */
export async function startLanguageModel(answer: string | number): Promise<LanguageModelDouble> {
  const url = await serveLoopback(async (request, response) => {
    const refuse = (status: number, message: string) =>
      response.writeHead(status).end(JSON.stringify({ error: { message } }));
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404, 'unknown path');
    if (request.headers['content-type'] !== 'application/json') return refuse(415, 'not JSON');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const parsed = Completion.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (!parsed.success) return refuse(400, parsed.error.message);
    double.requests.push({ body: parsed.data, authorization: request.headers.authorization });
    const step = double.steps.shift() ?? double.answer;
    if (step === 'hang') return;
    if (typeof step === 'number') return refuse(step, 'told to fail');
    const message = toMessage(step, double.requests.length);
    const usage = {
      prompt_tokens: double.tokens.in,
      completion_tokens: double.tokens.out,
      total_tokens: double.tokens.in + double.tokens.out,
    };
    const choice = { index: 0, message, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'cmpl-1', object: 'chat.completion', choices: [choice], usage }));
  });
  const double: LanguageModelDouble = {
    baseUrl: `${url}/v1`,
    requests: [],
    answer,
    steps: [],
    tokens: { in: 100, out: 10 },
  };
  return double;
}

function toMessage(step: string | ToolStep, number: number) {
  if (typeof step === 'string') return { role: 'assistant', content: step };
  const calls = step.tools.map(({ name, input }, index) => ({
    id: `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: 'assistant', content: null, tool_calls: calls };
}
