import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

/** A process of its own: sends the same signed payload as fast as undici can, with nothing queued and nothing stored. */
const url = process.env.BENCH_SINK ?? '';
const count = Number(process.env.BENCH_EVENTS);
const concurrency = 64;
const dispatcher = new Agent({ connections: concurrency });
const body = process.env.BENCH_PAYLOAD ?? '';
const secret = Buffer.alloc(32, 'secret');
let sent = 0;

async function sendUntilDone(): Promise<void> {
  while (sent < count) {
    sent += 1;
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'webhook-signature': `v1,${signature}` };
    const answer = await request(url, { dispatcher, method: 'POST', headers, body });
    await answer.body.text();
  }
}

console.log(`ready at ${url}`);
await Promise.all(Array.from({ length: concurrency }, sendUntilDone));
// Until it is stopped.
setInterval(() => {}, 60_000);
