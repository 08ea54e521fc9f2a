import { type Operations, operation } from '../../http/operation.ts';
import { storeUpload, UploadedMedia } from '../inbox/index.ts';
import { largestHeaderFile } from '../templates/index.ts';

export const headerFileOperations = {
  uploadCampaignMedia: operation({
    method: 'post',
    path: '/api/marketing-campaigns/upload-media',
    scope: 'campaigns.write',
    summary: 'Upload the file for the header of a campaign',
    description: 'Returns the `mediaUrl` for creating or changing a campaign.',
    tx: 'none',
    extension: true,
    upload: {
      field: 'file',
      maxFiles: 1,
      maxBytes: largestHeaderFile,
      description: 'JPEG or PNG (5 MiB), MP4 (16 MiB) or PDF (100 MiB) for a template that the vendor approved.',
    },
    success: 200,
    response: UploadedMedia,
    errors: ['quota_exceeded'],
    run: async ({ platform, uploads, write }) => storeUpload(platform, uploads, write),
  }),
} satisfies Operations;
