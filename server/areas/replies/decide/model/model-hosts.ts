/** Public hosts of makers of language and embedding models, with OpenAI's protocol. */
const hosts = new Set([
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'api.mistral.ai',
  'api.groq.com',
  'api.deepseek.com',
  'api.together.xyz',
  'api.x.ai',
  'openrouter.ai',
]);

/** True for a URL on one of these hosts. An owner may connect any other model too, but never through a proxy. */
export const isModelHost = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && hosts.has(hostname);
