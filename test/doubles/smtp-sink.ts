import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface SunkMail {
  from: string;
  to: string[];
  raw: string;
}

const pem = (name: string) => readFileSync(new URL(`./loopback-${name}.pem`, import.meta.url), 'utf8');
/** Self-signed certificate of the encrypted server, for `localhost` and `127.0.0.1`. */
export const certificate = pem('certificate');

/** Starts an SMTP server that stores messages and accepts one user. */
export async function startSmtpSink(
  login: { user: string; password: string },
  encryption: 'none' | 'starttls' | 'tls' = 'none',
) {
  const mails: SunkMail[] = [];
  /** Responses to the next messages: an SMTP code, `hang up` before responding, `wait` for ever, or null for 250. */
  const answers: (number | 'hang up' | 'wait' | null)[] = [];
  /** Codes for rejected addresses, in place of 250. */
  const refusals: Record<string, number> = {};
  const judge = ({ address }: { address: string }, _session: unknown, done: (error?: Error | null) => void) => {
    const responseCode = refusals[address];
    done(responseCode === undefined ? null : Object.assign(new Error('not this one'), { responseCode }));
  };
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    secure: encryption === 'tls',
    ...(encryption === 'none' ? { disabledCommands: ['STARTTLS'] } : { key: pem('key'), cert: certificate }),
    onMailFrom: judge,
    onRcptTo: judge,
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) return done(null, { user: username });
      done(new Error('Invalid username or password'));
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const answer = answers.shift() ?? null;
      if (typeof answer === 'number') return done(Object.assign(new Error('not now'), { responseCode: answer }));
      mails.push({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString('utf8'),
      });
      // The server has the message, but the sender never learns it.
      if (answer === 'hang up') for (const socket of sockets) socket.destroy();
      else if (answer !== 'wait') done(null, 'kept');
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  return { mails, answers, refusals, close, port: (server.server.address() as AddressInfo).port };
}
