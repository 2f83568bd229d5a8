import { extname } from 'node:path'
import { file } from '@hufu/contract/operations/file'
import { keptFile } from '@hufu/contract/operations/kept-file'
import { downloadOf, fileBytes, findFile, storeBytes, storeUpload, type StoredFile } from '../../../platform/files/files.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { pageFiles, removeFiles, volumeOf } from './file-list.sql.ts'
import { isForEverybody, mayRead, readerOf } from '../../../platform/files/file-access.sql.ts'
import { reencodePicture } from './picture.ts'

/** A file the caller may not read is answered like an unknown one (T15). */
async function readableFile({ db, who }: Pick<Context, 'db' | 'who'>, fileId: string): Promise<StoredFile> {
  const found = await findFile(db, fileId)
  return (await mayRead(db, readerOf(who), found)) ? found : refuse('fileMissing')
}

const infoOf = ({ id, fileName, fileSize, contentType }: StoredFile) => ({ fileId: id, fileName, fileSize, contentType })
const addressOf = (found: StoredFile) => `/api${file.download.path}?fileId=${found.id}`

export const fileFeature = feature('file', file, {
  download: async ctx => downloadOf(ctx.db, await readableFile(ctx, ctx.query.fileId)),
  downloadPublic: async ({ db, query }) => {
    const found = await findFile(db, query.fileId)
    return (await isForEverybody(db, found.id)) ? downloadOf(db, found, true) : refuse('fileMissing')
  },
  describe: async ctx => {
    const found = await readableFile(ctx, ctx.query.fileId)
    return { ...infoOf(found), createTime: found.createTime }
  },
  upload: async ({ db, who, file: sent, kernel }) => {
    if (refusedType(sent.fileName)) refuse('fileTypeRefused')
    const about = {
      fileName: sent.fileName,
      contentType: contentTypeOf(sent.fileName),
      ownerId: who.userId,
      purpose: 'upload' as const,
      // All uploads are temporary until something refers to them (N-07), so hasTemporary has no further effect.
      temporary: true,
    }
    const stored = await findFile(db, await storeUpload(db, kernel.config.values, about, sent))
    return { ...infoOf(stored), url: addressOf(stored) }
  },
  uploadPicture: prepare(async ({ file: sent }) => {
    const { bytes, ...picture } = await reencodePicture(sent)
    return async ({ db, who, query, kernel }) => {
      const about = { ...picture, ownerId: who.userId, purpose: 'picture' as const, temporary: true, public: !query.hasTemporary }
      const stored = await findFile(db, await storeBytes(db, kernel.config.values, about, bytes))
      return { ...infoOf(stored), url: addressOf(stored) }
    }
  }),
  base64: async ctx => {
    const found = await readableFile(ctx, ctx.query.fileId)
    if (found.purpose !== 'picture') refuse('fileTypeRefused')
    const parts: Buffer[] = []
    for await (const part of fileBytes(ctx.db, found.id)) parts.push(part)
    return `data:${found.contentType};base64,${Buffer.concat(parts).toString('base64')}`
  },
})

export const keptFileFeature = feature('keptFile', keptFile, {
  page: ({ db, query }) => pageFiles(db, query),
  volume: ({ db, kernel }) => volumeOf(db, kernel.config.values.fileTotalMegabytes),
  remove: async ({ db, body, auditTarget }) => {
    const names = await removeFiles(db, body.ids)
    auditTarget(names.join())
    return names.length
  },
})

/** File types that a browser or a desktop might execute. */
const REFUSED = new Set(['.exe', '.bat', '.cmd', '.sh', '.js', '.html', '.htm', '.svg', '.com', '.msi', '.vbs', '.ps1', '.xhtml', '.mjs'])
const refusedType = (name: string): boolean => REFUSED.has(extname(name.trim()).toLowerCase())

const contentTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}
const contentTypeOf = (name: string): string => contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream'
