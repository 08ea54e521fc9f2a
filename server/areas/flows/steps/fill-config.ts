import type { HttpEffect } from '../runs/run.ts';
import { renderText, type View } from './render-text.ts';
import type { StepOf } from './step.schemas.ts';

/** A copy of the value with every text in it rendered. */
export function fillConfig<Value>(value: Value, view: View): Value {
  if (typeof value === 'string') return renderText(value, view) as Value;
  if (Array.isArray(value)) return value.map((entry) => fillConfig(entry, view)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillConfig(entry, view)])) as Value;
}

/** The request of an http step. Values are percent-encoded in the URL and cannot add lines to a header. */
export function fillHttp(config: StepOf<'http'>['config'], view: View): HttpEffect {
  const headers = Object.entries(config.headers).map(([name, value]) => [
    name.toLowerCase(),
    renderText(value, view).replaceAll(/[\r\n\0]+/g, ' '),
  ]);
  const { method, url, timeoutSeconds, map, body } = config;
  return {
    kind: 'http',
    method,
    url: renderText(url, view, encodeURIComponent),
    headers: Object.fromEntries(headers),
    body: body === undefined ? null : JSON.stringify(fillConfig(body, view)),
    timeoutMs: timeoutSeconds * 1_000,
    map,
  };
}
