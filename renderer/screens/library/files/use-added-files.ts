import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { invalidate } from '../../../api/query.ts';
import { uploadWithProgress } from '../../../api/upload.ts';
import { newId } from '../../../reserved/new-id.ts';

/** A file that is on its way into the library. */
export interface AddedFile {
  id: string;
  file: File;
  /** Share uploaded, 0 to 1. */
  progress: number;
  error: string | null;
}

const mostAtOnce = 2;

/** Uploads files to the library, two at a time; what failed stays until it is dismissed. */
export function useAddedFiles() {
  const client = useQueryClient();
  const [added, setAdded] = useState<AddedFile[]>([]);
  const queue = useRef<AddedFile[]>([]);
  const running = useRef(new Map<string, () => void>());

  const update = useCallback((id: string, changes: Partial<AddedFile>) => {
    setAdded((list) => list.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }, []);
  const forget = useCallback((id: string) => setAdded((list) => list.filter((each) => each.id !== id)), []);

  const startNext = useCallback(() => {
    while (running.current.size < mostAtOnce) {
      const next = queue.current.shift();
      if (!next) return;
      const { id, file } = next;
      const { done, abort } = uploadWithProgress('uploadLibraryFile', {}, file, (progress) => update(id, { progress }));
      running.current.set(id, abort);
      done
        .then(async () => {
          await invalidate(client, ['listLibraryFiles']);
          forget(id);
        })
        .catch((error: Error) => update(id, { error: error.message }))
        .finally(() => {
          running.current.delete(id);
          startNext();
        });
    }
  }, [client, forget, update]);

  const add = useCallback(
    (files: Iterable<File>) => {
      const next = [...files].map((file) => ({ id: newId(), file, progress: 0, error: null }));
      setAdded((list) => [...list, ...next]);
      queue.current.push(...next);
      startNext();
    },
    [startNext],
  );

  /** Takes a file back that has not arrived, or dismisses one that failed. */
  const remove = useCallback(
    (id: string) => {
      queue.current = queue.current.filter((each) => each.id !== id);
      running.current.get(id)?.();
      running.current.delete(id);
      forget(id);
      startNext();
    },
    [forget, startNext],
  );
  return { added, add, remove };
}
