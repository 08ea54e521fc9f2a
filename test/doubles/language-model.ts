import { z } from 'zod';
import { serveLoopback } from '../support/loopback.ts';

const Picture = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().startsWith('data:image/') }),
});
const Words = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
/** Words and pictures as one text, a line each. */
const Parts = z
  .array(z.union([Words, Picture]))
  .min(1)
  .transform((parts) => parts.map((part) => (part.type === 'text' ? part.text : part.image_url.url)).join('\n'));

/** The part of the chat-completions protocol that is spoken; anything else is refused, as a strict server would. */
const Completion = z.strictObject({
  model: z.string().min(1),
  temperature: z.number().min(0).max(2),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: z.string().min(1).or(Parts) })).min(1),
});

export interface LanguageModelDouble {
  /** What `--base-url` is given. */
  baseUrl: string;
  /** The requests that were understood, oldest first. */
  requests: { body: z.infer<typeof Completion>; authorization: string | undefined }[];
  /** What the next requests are answered with: the content of the message, or a status. */
  answer: string | number;
}

/** A language model on this machine; the test says what it answers. */
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
    if (typeof double.answer === 'number') return refuse(double.answer, 'told to fail');
    const message = { role: 'assistant', content: double.answer };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'cmpl-1', object: 'chat.completion', choices: [{ index: 0, message }] }));
  });
  const double: LanguageModelDouble = { baseUrl: `${url}/v1`, requests: [], answer };
  return double;
}
