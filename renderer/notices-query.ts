import { useQuery } from '@tanstack/react-query';
import type { Notices } from '../server/areas/owner/today/notices.schemas.ts';
import { api } from './api/client.ts';

export const noticesKey = ['notices'];
/** No event tells of a pause or a full disk. */
const lookEveryMs = 15_000;

/** What every screen has to tell; undefined until it is known. */
export const useNotices = (): Notices | undefined =>
  useQuery({
    queryKey: noticesKey,
    queryFn: () => api.get<Notices>('/owner/notices'),
    refetchInterval: lookEveryMs,
  }).data;
