import { notice } from '@hufu/contract/operations/notice'
import { feature } from '../../../platform/http/context.ts'
import { listNotices } from './notice.sql.ts'

export const noticeFeature = feature('notice', notice, {
  list: ({ db }) => listNotices(db),
})
