import { file } from '@hufu/contract/file'
import { downloadOf, fileBytes, findFile, storeBytes, storeUpload, type StoredFile } from '../../kernel/files.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Who } from '../../kernel/sessions.ts'
import { before, feature } from '../../kernel/turn.ts'
import { contentTypeOf, refusedType } from './file-type.ts'
import { drawAgain } from './picture.ts'

/** Task results belong to the starter and the super administrator; a foreign one is unknown (T15). */
function reachable(found: StoredFile, who: Who): StoredFile {
  const personal = found.purpose === 'taskResult' || found.purpose === 'taskInput'
  return personal && found.ownerId !== who.userId && !who.rights.isAdmin ? refuse('fileMissing') : found
}

const infoOf = ({ id, fileName, fileSize, contentType }: StoredFile) => ({ fileId: id, fileName, fileSize, contentType })
const addressOf = (found: StoredFile) => `/api${found.public ? file.downloadPublic.path : file.download.path}?fileId=${found.id}`

export const fileFeature = feature('file', file, {
  download: async ({ db, who, query }) => downloadOf(db, reachable(await findFile(db, query.fileId), who)),
  downloadPublic: async ({ db, query }) => {
    const found = await findFile(db, query.fileId)
    return found.public ? downloadOf(db, found, true) : refuse('fileMissing')
  },
  describe: async ({ db, who, query }) => {
    const found = reachable(await findFile(db, query.fileId), who)
    return { ...infoOf(found), createTime: found.createTime }
  },
  upload: async ({ db, who, query, file: sent }) => {
    if (refusedType(sent.fileName)) refuse('fileTypeRefused')
    const about = {
      fileName: sent.fileName,
      contentType: contentTypeOf(sent.fileName),
      ownerId: who.userId,
      purpose: 'upload' as const,
      temporary: query.hasTemporary ?? false,
    }
    const stored = await findFile(db, await storeUpload(db, about, sent))
    return { ...infoOf(stored), url: addressOf(stored) }
  },
  uploadPicture: before(async ({ file: sent }) => {
    const { bytes, ...picture } = await drawAgain(sent)
    return async ({ db, who, query }) => {
      const temporary = query.hasTemporary ?? false
      const about = { ...picture, ownerId: who.userId, purpose: 'picture' as const, temporary, public: !temporary }
      const stored = await findFile(db, await storeBytes(db, about, bytes))
      return { ...infoOf(stored), url: addressOf(stored) }
    }
  }),
  base64: async ({ db, who, query }) => {
    const found = reachable(await findFile(db, query.fileId), who)
    if (found.purpose !== 'picture') refuse('fileTypeRefused')
    const parts: Buffer[] = []
    for await (const part of fileBytes(db, found.id)) parts.push(part)
    return `data:${found.contentType};base64,${Buffer.concat(parts).toString('base64')}`
  },
})
