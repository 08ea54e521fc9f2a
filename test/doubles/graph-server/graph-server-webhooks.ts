import { createHmac } from 'node:crypto';

/** One `value` of a webhook under its field. */
export interface Change {
  field: string;
  value: object;
}

const retryMs = 25;
const heldMs = 200;

/** Signs and delivers webhooks like the vendor: at least once; duplicated, reordered or batched on command. */
export class GraphWebhooks {
  /** The target; nothing is sent before it is set. */
  target = '';
  wabaId = '102290129340398';
  duplicate = false;
  /** Delays each webhook until the next was sent, or for a while if there is none. */
  reorder = false;
  /** Queues all webhooks; `flush` sends them as one. */
  batch = false;
  /** Delay of a webhook; usually longer than the response to a send. */
  delayMs = 10;
  /** The status of each delivery. */
  readonly answers: number[] = [];
  readonly #appSecret: string;
  #waiting: Change[] = [];
  #held: Change | null = null;
  #running: Promise<void> | null = null;
  #paused = false;
  #stopped = false;

  constructor(appSecret: string) {
    this.#appSecret = appSecret;
  }

  tell(...changes: Change[]): void {
    for (const change of changes) {
      if (this.reorder && this.#held === null) {
        this.#held = change;
        setTimeout(() => this.#release(), heldMs);
        continue;
      }
      this.#waiting.push(change, ...(this.#held ? [this.#held] : []));
      this.#held = null;
    }
    if (!this.batch) this.#wake();
  }

  /** Takes all queued webhooks out, for a test that sends them later. */
  takeWaiting(): Change[] {
    return this.#waiting.splice(0);
  }

  /** Sends all queued webhooks as one. */
  async flush(order: (changes: Change[]) => Change[] = (changes) => changes): Promise<number> {
    const changes = order(this.takeWaiting());
    return this.post(this.body(changes));
  }

  /** Resolves when all webhooks were accepted. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
  }

  body(changes: Change[]): string {
    const entry = [{ id: this.wabaId, time: Math.floor(Date.now() / 1_000), changes }];
    return JSON.stringify({ object: 'whatsapp_business_account', entry });
  }

  sign = (body: string | Buffer): string =>
    `sha256=${createHmac('sha256', this.#appSecret).update(body).digest('hex')}`;

  async post(body: string, signature: string | null = this.sign(body)): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.target, {
      method: 'POST',
      headers: signature === null ? headers : { ...headers, 'x-hub-signature-256': signature },
      body,
    });
    await response.arrayBuffer();
    this.answers.push(response.status);
    return response.status;
  }

  /** Verifies the callback address; returns the response. */
  async verify(token: string, challenge = '1158201444'): Promise<{ status: number; text: string }> {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': challenge,
    });
    const response = await fetch(`${this.target}?${query}`);
    return { status: response.status, text: await response.text() };
  }

  #release(): void {
    if (this.#held) this.#waiting.push(this.#held);
    this.#held = null;
    this.#wake();
  }

  #wake(): void {
    this.#running ??= this.#deliver().finally(() => {
      this.#running = null;
    });
  }

  async #deliver(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    while (this.#waiting.length > 0 && !this.#paused && !this.#stopped) {
      const change = this.#waiting[0] as Change;
      const body = this.body([change]);
      const status = this.target === '' ? 0 : await this.post(body).catch(() => 0);
      if (status === 200 && this.duplicate) await this.post(body);
      if (status === 200) this.#waiting.splice(this.#waiting.indexOf(change), 1);
      else await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
