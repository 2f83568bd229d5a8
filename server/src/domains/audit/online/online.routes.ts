import { online } from '@hufu/contract/audit/online'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { kick, kickAndLock, pageOnline, countOnline } from './online.sql.ts'

export const onlineFeature = feature('online', online, {
  page: ctx => pageOnline(ctx, ctx.query),
  tally: ctx => countOnline(ctx),
  kick: invalidatingRights(ctx => kick(ctx, ctx.body.ids)),
  kickAndLock: invalidatingRights(ctx => kickAndLock(ctx, ctx.body)),
})
