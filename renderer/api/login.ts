import { send } from './client.ts';

/** Routes for pages without a session; they are not operations. */
const paths = { login: '/owner/login', logout: '/owner/logout', health: '/healthz' };

/** The link's token, or a passphrase with the name of its person. */
export type LoginDraft = { token: string } | { name?: string; passphrase: string };

/** Signs in; returns the page's secret. */
export async function logIn(by: LoginDraft): Promise<{ pageSecret: string }> {
  return (await send<{ pageSecret: string }>('POST', paths.login, by)).state;
}

export async function logOut(): Promise<void> {
  await send('POST', paths.logout, {});
}

/** Whether the server accepts requests. */
export async function isServing(): Promise<boolean> {
  const response = await fetch(paths.health).catch(() => null);
  return response?.ok === true;
}
