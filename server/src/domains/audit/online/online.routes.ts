import { online } from '@hufu/contract/audit/online'
import { feature, felt } from '../../../platform/http/turn.ts'
import { kick, kickAndLock, pageOnline, tallyOnline } from './online.sql.ts'

export const onlineFeature = feature('online', online, {
  page: turn => pageOnline(turn, turn.query),
  tally: turn => tallyOnline(turn),
  kick: felt(turn => kick(turn, turn.body.ids)),
  kickAndLock: felt(turn => kickAndLock(turn, turn.body)),
})
