import { extname } from 'node:path'
import { keptNotice, NOTICE_MEGABYTES, NOTICE_TYPES } from '@hufu/contract/operations/kept-notice'
import { notice } from '@hufu/contract/operations/notice'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { findFile } from '../../../platform/files/files.ts'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import {
  claimFile, deleteNotice, dropUnusedFile, findNotice, insertNotice, lockNotices, orderNotices, pageNotices, setNoticeSortNum, setNoticeStatus,
  updateNotice,
} from './kept-notice.sql.ts' // prettier-ignore
import { listNotices } from './notice.sql.ts'

export const noticeFeature = feature('notice', notice, {
  list: ({ db }) => listNotices(db),
})

const MEGABYTE = 1024 * 1024
const types: ReadonlySet<string> = new Set(NOTICE_TYPES.map(type => `.${type}`))

/** Makes a file permanent and public to signed-in users; it must be readable by the caller and of an allowed type and size. */
async function takeFile(ctx: Pick<Context, 'db' | 'who'>, fileId: string): Promise<void> {
  await refuseForeignFile(ctx, fileId, 'upload')
  const { fileName, fileSize } = await findFile(ctx.db, fileId)
  if (!types.has(extname(fileName).toLowerCase())) refuse('fileTypeRefused')
  if (fileSize > NOTICE_MEGABYTES * MEGABYTE) refuse('fileTooLarge')
  await claimFile(ctx.db, fileId)
}

export const keptNoticeFeature = feature('keptNotice', keptNotice, {
  page: ({ db, query }) => pageNotices(db, query),
  byId: ({ db, query }) => findNotice(db, query.id),
  save: async ctx => {
    const { db, body, who, auditTarget } = ctx
    if (!body.id) {
      await takeFile(ctx, body.fileId)
      const id = await insertNotice(db, body, who.userId)
      auditTarget(id)
      return { id }
    }
    auditTarget(body.id)
    await lockNotices(db, [body.id])
    const { fileId } = await findNotice(db, body.id)
    const isReplaced = fileId !== body.fileId
    if (isReplaced) await takeFile(ctx, body.fileId)
    await updateNotice(db, body.id, body)
    if (isReplaced) await dropUnusedFile(db, fileId)
    return { id: body.id }
  },
  remove: async ({ db, query, auditTarget }) => {
    auditTarget(query.id)
    await lockNotices(db, [query.id])
    const { fileId } = await findNotice(db, query.id)
    await deleteNotice(db, query.id)
    await dropUnusedFile(db, fileId)
  },
  setStatus: async ({ db, query, body }) => {
    const status = query.status ?? refuse('statusProblem')
    await lockNotices(db, body.ids)
    return setNoticeStatus(db, body.ids, status)
  },
  setSortNum: async ({ db, query }) => {
    await lockNotices(db, [query.id])
    await setNoticeSortNum(db, query.id, query.sortNum)
  },
  saveOrder: async ({ db, body }) => {
    if (new Set(body.ids).size < body.ids.length) refuse('parameterProblem')
    await lockNotices(db, body.ids)
    await orderNotices(db, body.ids)
  },
})
