import { z } from 'zod'
import { get, post } from '../call.ts'
import { count, ids, inQuery, paged, paging, queryBoolean, search } from '../shapes.ts'

/** The uses of a file: picture of a user, logo of an application, file of the home page, task, or setting. */
export const FILE_USES = ['avatar', 'app', 'notice', 'import', 'task', 'config', 'examine', 'sync'] as const
export const FILE_PURPOSES = ['upload', 'picture', 'taskResult', 'taskInput'] as const

/** A file as administrators see it. */
export const KeptFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  contentType: z.string(),
  purpose: z.enum(FILE_PURPOSES),
  createTime: z.string(),
  ownerId: z.string(),
  /** Null if the uploader no longer exists. */
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  /** The first few uses; `useCount` is their number. */
  uses: z.array(z.object({ kind: z.enum(FILE_USES), name: z.string() })),
  useCount: z.number(),
  /** Permanent, as something refers to it; otherwise deleted a day after the upload. */
  isKept: z.boolean(),
})
export type KeptFile = z.infer<typeof KeptFile>

/** The administration of files, in a file apart from the calls of all users, which the shell loads. */
export const keptFile = {
  page: get('/v3/file/page', {
    permit: 'superAdmin',
    query: paging.extend({ fileName: search, owner: search, used: queryBoolean, purpose: inQuery(z.enum(FILE_PURPOSES)) }),
    reply: paged(KeptFile),
  }),
  /** The size of all files and of unused ones, and the limit; 0: none. */
  volume: get('/v3/file/volume', {
    permit: 'superAdmin',
    reply: z.object({ files: z.number(), bytes: z.number(), unusedFiles: z.number(), unusedBytes: z.number(), quotaBytes: z.number() }),
  }),
  remove: post('/v3/file/delete', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: count }),
}
