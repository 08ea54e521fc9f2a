import { type Request, type Response, Router } from 'express';
import { findWorkspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Language } from '../../../platform/text/languages.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { findConnector } from '../connectors/connectors.ts';
import { checkInstallation } from './check-installation.ts';
import { sealSecrets, unsealSecrets } from './installation-secrets.ts';
import { findConsenting, markInstallation } from './installations.store.ts';
import { callbackPath, redeemConsent } from './oauth.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { InstallationWords } from './words.schemas.ts';

const words: Record<Language, InstallationWords> = { pt, en, es };

/** The redirect target of the owner's consent. Only the browser that started it has the state. */
export function consentRoutes(platform: Platform): Router {
  const router = Router();
  router.get(callbackPath, async (request: Request, response: Response) => {
    const { language, ok } = await takeConsent(platform, request);
    const text = words[language][ok ? 'consentDone' : 'consentFailed'];
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response
      .status(ok ? 200 : 400)
      .type('html')
      .send(
        `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Frontdesk</title><p>${text}</p></html>`,
      );
  });
  return router;
}

async function takeConsent(platform: Platform, request: Request): Promise<{ language: Language; ok: boolean }> {
  const { read } = platform.database;
  const [id = ''] = String(request.query.state ?? '').split('.');
  const row = await findConsenting(read, id);
  const secrets = row && unsealSecrets(platform, row);
  const connector = row && findConnector(row.connector);
  if (!row || !secrets || !connector?.oauth) return { language: 'en', ok: false };
  const language = (await findWorkspace(read, row.workspace_id))?.language ?? 'en';
  try {
    const search = request.originalUrl.slice(request.originalUrl.indexOf('?'));
    const oauth = await redeemConsent(platform, connector, secrets, search);
    const connected = await platform.write(({ db, now }) =>
      markInstallation(db, row.workspace_id, row.id, {
        credentials: sealSecrets(platform, { ...secrets, oauth }),
        connected_at: now,
        disconnected_at: null,
      }),
    );
    const checked = connected && (await checkInstallation(platform, connector, connected));
    return { language, ok: checked?.state === 'CONNECTED' };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    platform.log.warn({ installation: row.id, fault: error.code }, 'a consent could not be redeemed');
    return { language, ok: false };
  }
}
