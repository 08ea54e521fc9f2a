import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';
import { outside } from '../../../platform/running/item-run.ts';
import { EmailAddress, isEmail } from '../../../platform/text/emails.ts';
import { type Connection, ConnectorError, defineAction, defineConnector } from './connector.ts';
import { findAddress, HostName } from './guarded-host.ts';
import { fill, Template } from './templates.ts';
import { Authorities, connectFault, tlsFault, trustOf } from './tls-trust.ts';

const timeoutMs = 20_000;
/** Shorter than the other timeout, to tell a missing greeting from a slow server. */
const greetingMs = 15_000;
const mostRecipients = 10;

const Credentials = z.strictObject({
  host: HostName,
  port: z.int().min(1).max(65_535),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .default('tls')
    .describe('`tls` from the first byte (port 465), `starttls` (port 587), or `none` within your own network.'),
  user: z.string().max(200).optional(),
  password: z.string().max(500).optional(),
  from: EmailAddress.max(254).describe('Sender of the messages.'),
  ca: Authorities,
});
type Credentials = z.output<typeof Credentials>;

const Config = z.strictObject({
  to: Template.min(1).max(500).describe('One or more addresses, comma-separated.'),
  subject: Template.min(1).max(500),
  text: Template.min(1),
  replyTo: Template.max(300).default(''),
});
type Config = z.output<typeof Config>;

/**
 * One connection per message. It is opened here instead of by the library, to a checked address, so a failure to connect
 * is known to have sent nothing.
 */
async function openTransport({ platform, credentials, signal }: Connection<Credentials>) {
  const { host, port, security, user, password, ca } = credentials;
  const socket = connect({ host: await findAddress(platform, host, port), port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
  } catch (error) {
    socket.destroy();
    throw connectFault(error, `${host}:${port}`);
  }
  signal.addEventListener('abort', () => socket.destroy());
  const { createTransport } = (await import('nodemailer')).default;
  const transport = createTransport({
    connection: socket,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: trustOf(host, ca),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    greetingTimeout: greetingMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { transport, socket };
}

type Transport = Awaited<ReturnType<typeof openTransport>>['transport'];

/** Uses a connection and closes it. Throws `ConnectorError`. */
async function withTransport<T>(
  connection: Connection<Credentials>,
  request: string,
  run: (transport: Transport) => Promise<T>,
): Promise<T> {
  const opened = await openTransport(connection);
  try {
    return await outside(() => run(opened.transport));
  } catch (error) {
    throw toFault(error, request);
  } finally {
    opened.socket.destroy();
  }
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message: string;
}

/** SMTP codes: 4yz is transient, 5yz is permanent (RFC 5321, 4.2.1). */
function toFault(error: unknown, request: string): ConnectorError {
  const { code, command, responseCode, response, message } = error as SmtpError;
  const told = { request, response: String(response ?? message) };
  const final = { ...told, isFinal: true };
  const words = response?.slice(0, 200) ?? '';
  // A server without STARTTLS does not know the command and returns an unrelated 5yz.
  if (command === 'STARTTLS' || /required STARTTLS/.test(message)) {
    return new ConnectorError('no_encryption', `The mail server offers no STARTTLS: ${words}`, told);
  }
  const isPassing = responseCode !== undefined && responseCode < 500;
  if (code === 'EAUTH') {
    // Codes only: a careless server repeats the password as it was sent.
    const codes = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0] ?? 'no code';
    const text = `The mail server refused user and password (${codes})`;
    const fault = isPassing ? 'busy' : 'unauthorized';
    return new ConnectorError(fault, text, { request, response: codes, isFinal: !isPassing });
  }
  if (isPassing) {
    return new ConnectorError('busy', `The mail server asks to retry later: ${words}`, told);
  }
  if (command === 'MAIL FROM') {
    return new ConnectorError('sender_refused', `The mail server refused the sender: ${words}`, final);
  }
  if (command === 'RCPT TO') {
    return new ConnectorError('recipient_refused', `The mail server refused the recipient: ${words}`, final);
  }
  if (responseCode !== undefined) return new ConnectorError('refused', `The mail server refused it: ${words}`, final);
  if (/^Greeting never received/.test(message)) {
    const hint =
      'The mail server says nothing: a port that expects TLS from the first byte, such as 465, is silent without it';
    return new ConnectorError('wrong_encryption', hint, told);
  }
  // The library does not report how far it came: the message may have been accepted.
  const fault = code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
  const broke =
    code === 'ETIMEDOUT' ? 'The mail server did not respond in time' : 'The connection to the mail server broke';
  return tlsFault(error, request) ?? new ConnectorError(fault, broke, { ...told, inDoubt: true });
}

const addressesIn = (text: string): string[] =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

function readAddresses(text: string, name: string): string[] {
  const addresses = addressesIn(text);
  const wrong = addresses.find((address) => !isEmail(address));
  if (wrong !== undefined || addresses.length > mostRecipients) {
    const message =
      wrong === undefined ? `${name} has more than ${mostRecipients} addresses` : `"${wrong}" is not an e-mail address`;
    throw new ConnectorError('refused', message, { isFinal: true });
  }
  return addresses;
}

/** The message id is derived from the job, so a manual retry can be recognised as the same message. */
const sendEmail = defineAction<Credentials, Config>({
  key: 'send_email',
  name: 'Send an e-mail',
  config: Config,
  targetOf: ({ to }) => to,
  fill: ({ to, subject, text, replyTo }, event) => ({
    to: fill(to, event),
    subject: fill(subject, event).replaceAll(/\s+/g, ' ').trim(),
    text: fill(text, event),
    replyTo: fill(replyTo, event),
  }),
  neverRepeats: true,
  async run(call) {
    const to = readAddresses(String(call.filled.to), 'to');
    const replyTo = readAddresses(String(call.filled.replyTo), 'replyTo');
    if (to.length === 0) throw new ConnectorError('refused', 'The message has no recipient', { isFinal: true });
    const request = `To ${to.join(', ')}: ${call.filled.subject}`;
    const sent = await withTransport(call, request, (transport) =>
      transport.sendMail({
        from: call.credentials.from,
        to,
        ...(replyTo.length === 0 ? {} : { replyTo }),
        subject: String(call.filled.subject),
        text: String(call.filled.text),
        messageId: `<${call.jobId}@${call.credentials.from.split('@').at(-1)}>`,
        // Keeps auto-responders silent (RFC 3834, 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        date: call.platform.clock.now(),
      }),
    );
    return { request, response: sent.response, reference: sent.messageId };
  },
});

export const email = defineConnector<Credentials>({
  key: 'email',
  name: 'E-mail (SMTP)',
  credentials: Credentials,
  secrets: ['password'],
  concurrency: 2,
  actions: [sendEmail],
  async check(connection) {
    await withTransport(connection, 'EHLO', (transport) => transport.verify());
    return connection.credentials.from;
  },
});
