import { routeOf } from './client.ts';
import type { InputArguments, OperationId, Result } from './operations.ts';
import { pageHeaders } from './page-secret.ts';
import { readRefusal } from './refusals.ts';

/**
 * Uploads a file to an operation; `onProgress` receives the share sent, 0 to 1. `done` rejects with `ApiError`. Uses
 * `XMLHttpRequest` because `fetch` reports no upload progress.
 */
export function uploadWithProgress<Id extends OperationId>(
  id: Id,
  input: NonNullable<InputArguments<Id>[0]>,
  file: File,
  onProgress: (share: number) => void,
): { done: Promise<Result<Id>>; abort: () => void } {
  const request = new XMLHttpRequest();
  const { method, address } = routeOf(id, input);
  const done = new Promise<Result<Id>>((resolve, reject) => {
    request.open(method, address);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status < 300
        ? resolve(request.response)
        : readRefusal(request.status, request.response ?? {}).then(reject);
    request.onerror = () => readRefusal(0, {}).then(reject);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
  return { done, abort: () => request.abort() };
}
