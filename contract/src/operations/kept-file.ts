import { z } from 'zod'
import { get, post } from '../call.ts'
import { count, ids, inQuery, paged, paging, queryBoolean, search } from '../shapes.ts'

/** What refers to a file: somebody's picture, an application's logo, a document of the home page, a task or a setting. */
export const FILE_USES = ['avatar', 'app', 'notice', 'import', 'task', 'config', 'examine', 'sync'] as const
export const FILE_PURPOSES = ['upload', 'picture', 'taskResult', 'taskInput'] as const

/** As administrators see it. */
export const KeptFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  contentType: z.string(),
  purpose: z.enum(FILE_PURPOSES),
  createTime: z.string(),
  ownerId: z.string(),
  /** Null where who uploaded it is no user of today. */
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  /** The first few of those that refer to it; how many there are. */
  uses: z.array(z.object({ kind: z.enum(FILE_USES), name: z.string() })),
  useCount: z.number(),
  /** Kept because something refers to it; else it goes a day after it came. */
  isKept: z.boolean(),
})
export type KeptFile = z.infer<typeof KeptFile>

/** Files as administrators keep them; apart from those of everybody, which the shell carries along. */
export const keptFile = {
  page: get('/v3/file/page', {
    permit: 'superAdmin',
    query: paging.extend({ fileName: search, owner: search, used: queryBoolean, purpose: inQuery(z.enum(FILE_PURPOSES)) }),
    reply: paged(KeptFile),
  }),
  /** What there is of all files and of those nothing refers to, and the limit; 0 is none. */
  volume: get('/v3/file/volume', {
    permit: 'superAdmin',
    reply: z.object({ files: z.number(), bytes: z.number(), unusedFiles: z.number(), unusedBytes: z.number(), quotaBytes: z.number() }),
  }),
  remove: post('/v3/file/delete', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: count }),
}
