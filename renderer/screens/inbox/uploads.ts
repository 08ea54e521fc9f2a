import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { UploadedMedia } from '../../../server/areas/inbox/schemas.ts';
import { pageHeaders } from '../../api/page-secret.ts';
import { readRefusal } from '../../api/refusals.ts';

type Uploaded = z.infer<typeof UploadedMedia>;

export interface Attachment {
  id: string;
  file: File;
  /** Shows a picture before it is sent; null for other files. */
  previewUrl: string | null;
  /** 0 to 1. */
  progress: number;
  uploaded: Uploaded | null;
  error: string | null;
}

/** `fetch` tells nothing of how far an upload has come; the older interface does. */
function upload(
  path: string,
  file: File,
  onProgress: (share: number) => void,
): { done: Promise<Uploaded>; abort: () => void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Uploaded>((resolve, reject) => {
    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status === 200
        ? resolve(request.response)
        : readRefusal(request.status, request.response ?? {}).then(reject);
    request.onerror = () => readRefusal(0, {}).then(reject);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
  return { done, abort: () => request.abort() };
}

/** The files that wait in a composer: uploaded as soon as they are chosen, so that sending is at once. */
export function useUploads(conversationId: string) {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const aborts = useRef(new Map<string, () => void>());

  const update = useCallback((id: string, changes: Partial<Attachment>) => {
    setAttachments((list) => list.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }, []);

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const id = crypto.randomUUID();
        const previewUrl = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
        setAttachments((list) => [...list, { id, file, previewUrl, progress: 0, uploaded: null, error: null }]);
        const { done, abort } = upload(`/api/conversations/${conversationId}/upload-media`, file, (progress) =>
          update(id, { progress }),
        );
        aborts.current.set(id, abort);
        done.then(
          (uploaded) => update(id, { uploaded, progress: 1 }),
          (error: Error) => update(id, { error: error.message }),
        );
      }
    },
    [conversationId, update],
  );

  const forget = useCallback((gone: Attachment[]) => {
    for (const { id, previewUrl } of gone) {
      aborts.current.get(id)?.();
      aborts.current.delete(id);
      if (previewUrl) URL.revokeObjectURL(previewUrl);
    }
    const ids = new Set(gone.map(({ id }) => id));
    setAttachments((list) => list.filter(({ id }) => !ids.has(id)));
  }, []);

  // What is still on its way when the composer goes away would be kept for nobody.
  useEffect(() => {
    const open = aborts.current;
    return () => {
      for (const abort of open.values()) abort();
    };
  }, []);

  return { attachments, add, forget };
}
