import { z } from 'zod'
import { get, link, upload } from '../call.ts'
import { id, queryBoolean } from '../shapes.ts'

export const FileInfo = z.object({
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  contentType: z.string(),
  url: z.string(),
})

const MEGABYTE = 1024 * 1024
/** Malformed ids count as unknown, so that answers do not reveal the form of ids (T15). */
const byFile = z.object({ fileId: id.catch('') })
const keep = z.object({ hasTemporary: queryBoolean })
export const file = {
  download: link('/v3/file/download', { permit: 'signedIn', query: byFile, reply: z.undefined() }),
  downloadPublic: get('/publicApi/file/download', { permit: 'anyone', query: byFile, transport: 'bytes', reply: z.undefined() }),
  describe: get('/v3/file/getByFileName', {
    permit: 'signedIn',
    query: byFile,
    reply: FileInfo.omit({ url: true }).extend({ createTime: z.string() }),
  }),
  upload: upload('/v3/file/upload', { permit: 'signedIn', query: keep, reply: FileInfo, maxBytes: 50 * MEGABYTE }),
  uploadPicture: upload('/v3/file/uploadPic', { permit: 'signedIn', query: keep, reply: FileInfo, maxBytes: 5 * MEGABYTE }),
  base64: get('/v3/file/getBase64', { permit: 'signedIn', query: byFile, reply: z.string() }),
}
