import { z } from 'zod';
import { serveLoopback } from '../support/environment/loopback.ts';

/** The supported part of the embeddings protocol; anything else is rejected, as by a strict server. */
const Request = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(64),
  encoding_format: z.literal('float'),
});

export interface EmbedderDouble {
  baseUrl: string;
  /** Accepted requests, oldest first. */
  requests: { body: z.infer<typeof Request>; authorization: string | undefined }[];
  /** Responses of the next requests instead of embeddings: a status, a body, or a delay in milliseconds. */
  fault: { status?: number; body?: string; waitMs?: number } | null;
}

/** An embedding server on this machine. Words of a group share a direction; words without one share the last. */
export async function startEmbedder(groups: string[][]): Promise<EmbedderDouble> {
  const url = await serveLoopback(async (request, response) => {
    const refuse = (status: number, message: string) =>
      response.writeHead(status).end(JSON.stringify({ error: { message } }));
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') return refuse(404, 'unknown path');
    if (request.headers['content-type'] !== 'application/json') return refuse(415, 'not JSON');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const parsed = Request.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    if (!parsed.success) return refuse(400, parsed.error.message);
    double.requests.push({ body: parsed.data, authorization: request.headers.authorization });
    const { fault } = double;
    if (fault?.waitMs) await new Promise((resolve) => setTimeout(resolve, fault.waitMs));
    if (fault?.status) return refuse(fault.status, 'told to fail');
    response.writeHead(200, { 'content-type': 'application/json' });
    if (fault?.body !== undefined) return response.end(fault.body);
    const data = parsed.data.input.map((text, index) => ({ object: 'embedding', index, embedding: embed(text) }));
    // The protocol does not guarantee the order.
    response.end(JSON.stringify({ object: 'list', model: parsed.data.model, data: data.toReversed() }));
  });
  const embed = (text: string): number[] => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    return [...groups.map((group) => words.filter((word) => group.includes(word)).length * 10), 1];
  };
  const double: EmbedderDouble = { baseUrl: `${url}/v1`, requests: [], fault: null };
  return double;
}
