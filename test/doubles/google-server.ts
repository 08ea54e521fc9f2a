import { createHash, randomBytes } from 'node:crypto';
import { type JsonAnswer, type JsonCall, JsonServer } from './json-server.ts';

const ok = (body: unknown): JsonAnswer => ({ status: 200, body });
const notFound: JsonAnswer = { status: 404, body: { error: { code: 404, status: 'NOT_FOUND' } } };
export const client = { clientId: 'shop.apps.example.com', clientSecret: 'GOCSPX-only-for-tests' };

interface Grant {
  challenge: string;
  redirectUri: string;
  scope: string;
}

/** Google's sign-in, Drive, Sheets and Calendar, as far as their documentation defines what we use. */
class GoogleServer extends JsonServer {
  readonly sheet: unknown[][] = [];
  // biome-ignore lint/suspicious/noExplicitAny: an event as it was sent
  readonly events = new Map<string, any>();
  readonly revoked: string[] = [];
  /** Whether refreshing a token fails. */
  refreshFails = false;
  tokensMade = 0;
  tokenLifeSeconds = 3_599;
  /** Every code and token issued. */
  readonly secrets: string[] = [];
  /** Drops the connection of the next append after performing it. */
  losesAnswer = false;
  readonly #codes = new Map<string, Grant>();
  readonly #refreshTokens = new Set<string>();
  #accessToken = '';

  get endpoints() {
    return {
      googleAuthorization: `${this.url}/auth`,
      googleToken: `${this.url}/token`,
      googleRevocation: `${this.url}/revoke`,
      googleDrive: `${this.url}/drive/v3`,
      googleSheets: `${this.url}/sheets/v4`,
      googleCalendar: `${this.url}/calendar/v3`,
    };
  }

  /** Acts as a person on the consent page: returns with a code, or without one when they refuse. */
  consent(authorizationUrl: string, agrees = true): string {
    const { searchParams: asked, origin, pathname } = new URL(authorizationUrl);
    const wanted = {
      client_id: client.clientId,
      response_type: 'code',
      code_challenge_method: 'S256',
      access_type: 'offline',
    };
    if (origin + pathname !== `${this.url}/auth`) this.faults.push(`consent at ${origin}${pathname}`);
    for (const [name, value] of Object.entries(wanted))
      if (asked.get(name) !== value) this.faults.push(`${name} ${asked.get(name)}`);
    const redirectUri = asked.get('redirect_uri') ?? '';
    if (!/^http:\/\/127\.0\.0\.1:\d+\//.test(redirectUri)) this.faults.push(`redirect to ${redirectUri}`);
    if (!/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '')) this.faults.push('no code challenge');
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (!agrees) {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = `4/${randomBytes(12).toString('base64url')}`;
    const grant = { challenge: asked.get('code_challenge') ?? '', redirectUri, scope: asked.get('scope') ?? '' };
    this.#codes.set(code, grant);
    this.secrets.push(code);
    back.searchParams.set('code', code);
    back.searchParams.set('scope', grant.scope);
    return back.href;
  }

  /** Invalidates the current access token. */
  expireToken(): void {
    this.#accessToken = '';
  }

  protected answer(call: JsonCall): JsonAnswer {
    if (call.path === '/token') return this.#token(call);
    if (call.path === '/revoke') return this.#revoke(call);
    if (this.#accessToken === '' || call.headers.authorization !== `Bearer ${this.#accessToken}`) {
      return { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } } };
    }
    if (call.path.startsWith('/drive/v3/')) return this.#drive(call);
    if (call.path.startsWith('/sheets/v4/')) return this.#sheets(call);
    if (call.path.startsWith('/calendar/v3/')) return this.#calendar(call);
    return this.fault(`nothing at ${call.path}`);
  }

  #token({ method, headers, raw }: JsonCall): JsonAnswer {
    const form = new URLSearchParams(raw);
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const isOurs = form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret;
    if (method !== 'POST' || !isForm || !isOurs)
      return this.fault(`token request ${method} ${headers['content-type']}`);
    if (form.get('grant_type') === 'refresh_token') {
      const isKnown = this.#refreshTokens.has(form.get('refresh_token') ?? '');
      if (!isKnown || this.refreshFails) return { status: 400, body: { error: 'invalid_grant' } };
      return ok(this.#newToken());
    }
    const grant = this.#codes.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('grant_type') !== 'authorization_code' || !grant)
      return { status: 400, body: { error: 'invalid_grant' } };
    this.#codes.delete(form.get('code') ?? '');
    if (grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri')) {
      return this.fault('the code is redeemed by somebody else');
    }
    const refreshToken = `1//${randomBytes(16).toString('base64url')}`;
    this.#refreshTokens.add(refreshToken);
    this.secrets.push(refreshToken);
    return ok({ ...this.#newToken(), refresh_token: refreshToken, scope: grant.scope });
  }

  #newToken() {
    this.tokensMade += 1;
    this.#accessToken = `ya29.${randomBytes(16).toString('base64url')}`;
    this.secrets.push(this.#accessToken);
    return { access_token: this.#accessToken, token_type: 'Bearer', expires_in: this.tokenLifeSeconds };
  }

  #revoke({ raw }: JsonCall): JsonAnswer {
    const token = new URLSearchParams(raw).get('token') ?? '';
    this.#refreshTokens.delete(token);
    this.revoked.push(token);
    return ok({});
  }

  #drive({ path, query }: JsonCall): JsonAnswer {
    if (path.endsWith('/about') && query.get('fields')) return ok({ user: { emailAddress: 'loja@example.com' } });
    if (!path.endsWith('/files')) return this.fault(`nothing at ${path}`);
    if (query.get('q') !== "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false")
      return this.fault('q');
    const all = [
      { id: 'sheet_1', name: 'Leads' },
      { id: 'sheet_2', name: 'Pedidos' },
    ];
    const start = Number(query.get('pageToken') ?? 0);
    const end = start + Number(query.get('pageSize'));
    return ok({ files: all.slice(start, end), ...(end < all.length ? { nextPageToken: String(end) } : {}) });
  }

  #sheets({ method, path, query, body }: JsonCall): JsonAnswer {
    const [, id, rest] = /^\/sheets\/v4\/spreadsheets\/([\w-]+)(?:\/values\/(.+))?$/.exec(path) ?? [];
    if (id !== 'sheet_1') return notFound;
    if (rest === undefined) return ok({ sheets: [{ properties: { title: "Ana's" } }, { properties: { title: 'B' } }] });
    const [, cells = '', append] = /^'Ana''s'!([A-Z0-9:]+)(:append)?$/.exec(rest) ?? [];
    if (cells === '') return { status: 400, body: { error: { message: 'Unable to parse range' } } };
    if (append) {
      const isRight = query.get('valueInputOption') === 'RAW' && query.get('insertDataOption') === 'INSERT_ROWS';
      if (method !== 'POST' || !isRight) return this.fault('append');
      this.sheet.push(...body.values);
      if (this.losesAnswer) {
        this.losesAnswer = false;
        return 'hang up';
      }
      return ok({ updates: { updatedRange: `'Ana''s'!A${this.sheet.length}` } });
    }
    if (method === 'PUT' && cells === '1:1' && query.get('valueInputOption') === 'RAW') {
      [this.sheet[0]] = body.values;
      return ok({});
    }
    if (method !== 'GET') return this.fault(`${method} ${cells}`);
    if (cells === '1:1') return ok(this.sheet[0] ? { values: [this.sheet[0]] } : {});
    const column = cells.charCodeAt(0) - 65;
    return ok({ values: this.sheet.map((row) => [row[column]]) });
  }

  #calendar({ method, path, query, body }: JsonCall): JsonAnswer {
    if (path.endsWith('/calendars/primary')) return ok({ id: 'loja@example.com' });
    if (path.endsWith('/users/me/calendarList')) {
      if (query.get('minAccessRole') !== 'writer') return this.fault('minAccessRole');
      const all = [
        { id: 'agenda@example.com', summary: 'Agenda' },
        { id: 'ferias@example.com', summary: 'Férias' },
      ];
      const start = Number(query.get('pageToken') ?? 0);
      const end = start + Number(query.get('maxResults'));
      return ok({ items: all.slice(start, end), ...(end < all.length ? { nextPageToken: String(end) } : {}) });
    }
    const [, calendar, id] = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (calendar !== 'agenda@example.com') return notFound;
    if (method === 'POST') {
      if (!/^[a-v0-9]{5,1024}$/.test(body.id)) return this.fault(`event id ${body.id}`);
      if (this.events.has(body.id)) return { status: 409, body: { error: { code: 409 } } };
      this.events.set(body.id, body);
      return ok(body);
    }
    const known = this.events.get(id ?? '');
    if (!known) return notFound;
    if (method === 'GET') return ok(known);
    // Absent fields stay; null removes a field.
    if (method === 'PATCH') this.events.set(id ?? '', { ...known, ...body });
    else if (method === 'DELETE' && known.status === 'cancelled') return { status: 410, body: {} };
    else if (method === 'DELETE') known.status = 'cancelled';
    else return this.fault(`${method} ${path}`);
    return method === 'DELETE' ? { status: 204 } : ok(this.events.get(id ?? ''));
  }
}

/** The one of this test file: it is there before the connectors ask where Google is. */
/** Each test file starts its own, before the connectors need it; the files of a worker share their imports. */
export const startGoogle = (): Promise<GoogleServer> => new GoogleServer().start();
