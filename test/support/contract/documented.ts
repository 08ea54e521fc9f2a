import { answersAt, document } from './contract.ts';

/** Codes returned before an operation is reached, or for an internal error: no operation lists them. */
const ofNoOperation = [
  'cross_origin',
  'headers_too_large',
  'internal_error',
  'method_not_allowed',
  'misdirected_request',
];

const segmentsOf = (path: string): string[] => path.split('/');

/** The paths of the document; literals take precedence over parameters. */
const templates = Object.keys(document.paths)
  .map((path) => ({ path, segments: segmentsOf(path) }))
  .toSorted((a, b) => (a.path.replaceAll('{', '~') < b.path.replaceAll('{', '~') ? -1 : 1));

/** Returns the route of a request, such as `GET /api/orders/{id}`; null when the document does not contain it. */
function findRoute(method: string, path: string): string | null {
  const asked = segmentsOf(path.split('?')[0] as string);
  const found = templates.find(
    ({ path: template, segments }) =>
      segments.length === asked.length &&
      segments.every((segment, place) => segment.startsWith('{') || segment === asked[place]) &&
      document.paths[template]?.[method.toLowerCase()] !== undefined,
  );
  return found ? `${method} ${found.path}` : null;
}

/**
 * Returns the undocumented part of a response: a status, or a code under another status; null when all is documented.
 */
export function findUntold(method: string, path: string, status: number, code: unknown): string | null {
  const route = findRoute(method, path);
  if (route === null || status === 304 || ofNoOperation.includes(String(code))) return null;
  const told = answersAt(route)[status];
  if (told === undefined) return `${route} answered ${status} ${code ?? ''}, which the document does not name`;
  if (status < 400 || told.description.includes(`\`${code}\``)) return null;
  return `${route} answered ${status} with the code ${code}, which the document does not name there`;
}
