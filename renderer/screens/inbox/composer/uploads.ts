import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadWithProgress } from '../../../api/upload.ts';
import type { UploadedMedia } from '../types.ts';

export interface Attachment {
  id: string;
  file: File;
  /** Preview of a picture; null for other files. */
  previewUrl: string | null;
  /** Share uploaded, 0 to 1. */
  progress: number;
  uploaded: UploadedMedia | null;
  error: string | null;
}

/** Attachments of the composer, uploaded as soon as they are chosen. */
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
        const path = { id: conversationId };
        const { done, abort } = uploadWithProgress('uploadConversationMedia', { path }, file, (progress) =>
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

  // Abort unfinished uploads on unmount; nobody would use them.
  useEffect(() => {
    const open = aborts.current;
    return () => {
      for (const abort of open.values()) abort();
    };
  }, []);

  return { attachments, add, forget };
}
