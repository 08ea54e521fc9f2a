import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document } from '../contract.ts';

/**
 * Validates responses against the published document with an independent library, so that the server's own stripping
 * and transforming is tested too.
 */
const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const validators = new Map<string, ValidateFunction>();

const toPointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

function validatorOf(route: string, status: number, contentType: string): ValidateFunction {
  const [method = '', path = ''] = route.split(' ');
  const parts = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', contentType, 'schema'];
  const pointer = parts.map(toPointerPart).join('/');
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, made);
  return made;
}

/** Returns what differs from the document in a response, at most 600 characters; null when nothing does. */
export function findUntoldBody(route: string, status: number, contentType: string, body: unknown): string | null {
  const validate = validatorOf(route, status, contentType);
  return validate(body) ? null : ajv.errorsText(validate.errors).slice(0, 600);
}
