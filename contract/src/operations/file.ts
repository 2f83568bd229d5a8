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
/** Malformed ids count as unknown, so that answers do not reveal the form of ids. */
const byFile = z.object({ fileId: id.catch('') })
/**
 * N-07 stands over D-51: every upload is temporary until something refers to it, so that forgotten ones do not fill the disk. A
 * caller who wants a file kept has to refer to it; `hasTemporary` can neither keep it nor shorten its life.
 */
const temporary = '所有上传的文件在被引用之前都是临时的，24小时后由清理任务删除，被引用后保留，因此'
const upTo = (effect: string) => z.object({ hasTemporary: queryBoolean.meta({ description: temporary + effect }) })
export const file = {
  download: link('/v3/file/download', { permit: 'signedIn', query: byFile, reply: z.undefined() }),
  downloadPublic: get('/publicApi/file/download', { permit: 'anyone', query: byFile, transport: 'bytes', reply: z.undefined() }),
  describe: get('/v3/file/getByFileName', {
    permit: 'signedIn',
    query: byFile,
    reply: FileInfo.omit({ url: true }).extend({ createTime: z.string() }),
  }),
  upload: upload('/v3/file/upload', { permit: 'signedIn', query: upTo('本参数不起作用'), reply: FileInfo, maxBytes: 50 * MEGABYTE }),
  uploadPicture: upload('/v3/file/uploadPic', {
    permit: 'signedIn',
    query: upTo('本参数只决定图片是否公开：true 不公开'),
    reply: FileInfo,
    maxBytes: 5 * MEGABYTE,
  }),
  base64: get('/v3/file/getBase64', { permit: 'signedIn', query: byFile, reply: z.string() }),
}
