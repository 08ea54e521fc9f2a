import { z } from 'zod';
import { FileKind } from '../../platform/files/file-kind.ts';

/** Printable, without a slash, and not a dot segment, since the id is part of a URL's path. */
const FileId = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^[^/]*$/, 'must be without a slash')
  .refine((id) => /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(id) && !/^\.{1,2}$/.test(id), 'must be printable, and not . or ..');

const FileUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isFileUrl, 'must be an http or https URL, or a /media link of this server');

/** A media type such as `image/png` or `audio/ogg; codecs=opus` (RFC 9110, 8.3.1). */
const ContentType = z
  .string()
  .trim()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( ?; ?[\w-]+=[\w!#$&^.+-]+)*$/, 'must be a media type such as image/png');

const FileName = z.string().trim().min(1).max(120);

const mostTags = 10;
const Tags = z
  .array(z.string().trim().min(1).max(30))
  .max(mostTags)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]);

function isFileUrl(text: string): boolean {
  if (/^\/media\/\S+$/.test(text)) return true;
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

export const LibraryFileDraft = z.strictObject({
  id: FileId.describe("The caller's own id of the file, unique in the workspace."),
  name: FileName.describe('What the library calls it.'),
  url: FileUrl.describe('An http or https URL, or a `/media` link of this server. It is not fetched.'),
  contentType: ContentType.describe('A media type such as `image/png`.'),
  kind: FileKind,
  sizeBytes: z.int().min(0),
  usageCount: z.int().min(0).max(1_000_000_000_000).describe('How often it was sent before it was added.'),
});
export type LibraryFileDraft = z.infer<typeof LibraryFileDraft>;

export const LibraryFileChanges = z.strictObject({
  name: FileName.describe('What the library calls it from now on.'),
  tags: Tags.optional().describe(`At most ${mostTags}, each once regardless of case. Absent: they stay.`),
});
export type LibraryFileChanges = z.infer<typeof LibraryFileChanges>;

export const LibraryFile = z
  .object({
    id: z.string().describe('Its id: the one that the caller chose, or a new one for an upload.'),
    name: z.string().describe('What the library calls it.'),
    url: z.string().describe('Where its content is; it serves as `mediaUrl` of a message.'),
    contentType: z.string(),
    kind: FileKind,
    sizeBytes: z.int().min(0),
    isStored: z.boolean().describe('Whether its content is stored here, so that its `url` does not expire.'),
    tags: z.array(z.string()).describe('Words to find it by.'),
    usageCount: z.int().min(0).describe('How often it was sent.'),
    lastUsedAt: z.string().nullable().describe('When it was last sent; null if that was not recorded here.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'LibraryFile' });
export type LibraryFile = z.infer<typeof LibraryFile>;

/** Where a file of the library is used. */
export const FileUse = z.object({
  kind: z.enum(['QUICK_REPLY', 'FLOW', 'CAMPAIGN', 'TEMPLATE', 'CATALOG_ITEM']).describe('What uses the file.'),
  id: z.string().describe('Id of what uses it.'),
  name: z.string().describe('Name of what uses it; of a quick reply, its shortcut.'),
  agentId: z.string().nullable().describe('Of an agent’s item: the agent. Else null.'),
});
export type FileUse = z.infer<typeof FileUse>;

const mostAttached = 10;

export const QuickReplyDraft = z.strictObject({
  shortcut: z.string().trim().min(1).max(40).describe('The text that is typed to find it; unique regardless of case.'),
  content: z
    .string()
    .min(1)
    .max(4000)
    .regex(/\S/, 'must not be blank')
    .describe('The console replaces `{{name}}` by the first name of the customer and `{{shop}}` by that of the shop.'),
  group: z.string().trim().min(1).max(40).nullish().describe('The heading under which it is listed; null for none.'),
  fileIds: z
    .array(z.string().max(128))
    .max(mostAttached)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .describe(`Ids of files of the library that are sent with it, at most ${mostAttached}.`),
});
export type QuickReplyDraft = z.infer<typeof QuickReplyDraft>;

export const QuickReplyChanges = QuickReplyDraft.partial();
export type QuickReplyChanges = z.infer<typeof QuickReplyChanges>;

export const QuickReply = z
  .object({
    id: z.string(),
    shortcut: z.string().describe('The text that is typed to find it; unique regardless of case.'),
    content: z.string().describe('The text that is sent, with `{{name}}` and `{{shop}}` as gaps.'),
    group: z.string().nullable().describe('The heading under which it is listed; null for none.'),
    fileIds: z.array(z.string()).describe('Ids of the library files that are sent with it, in order.'),
    usageCount: z.int().min(0).describe('How often it was used.'),
    lastUsedAt: z.string().nullable().describe('When it was last used; null before.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'QuickReply' });
export type QuickReply = z.infer<typeof QuickReply>;

/** The lists are not paged, so their length is bounded: 2,000 files and 2,000 quick replies per workspace. */
export const largestLibrary = 2_000;
