import { notice } from '@hufu/contract/notice'
import { feature } from '../../kernel/turn.ts'
import { listNotices } from './notice.sql.ts'

export const noticeFeature = feature('notice', notice, {
  list: ({ db }) => listNotices(db),
})
