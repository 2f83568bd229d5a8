import { separation } from '@hufu/contract/permission/separation'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, felt, type Turn } from '../../../platform/http/turn.ts'
import { matrixSheet } from './matrix.ts'
import { agree, appoint, dismiss, isSeparated, stateFor, withdraw } from './separation.sql.ts'

type Caller = Pick<Turn, 'db' | 'who'>

/** Before it is in force a super administrator says who holds a duty, afterwards the security administrator. */
const mayAppoint = async ({ db, who }: Caller) => who.rights.isAdmin || (who.rights.duty === 'security' && (await isSeparated(db)))

async function refuseOthers(turn: Caller, userIds: readonly string[]): Promise<void> {
  if (!(await mayAppoint(turn))) refuse('forbidden')
  if (userIds.includes(turn.who.userId)) refuse('dutyOfOneself')
}

async function stateOf(turn: Caller) {
  const { duty, isAdmin, scopeOf } = turn.who.rights
  const concerned = isAdmin || duty !== undefined || scopeOf(separation.appoint.permit)?.all === true
  return concerned ? stateFor(turn.db, { mine: duty ?? null, mayAppoint: await mayAppoint(turn) }) : null
}

export const separationFeature = feature('separation', separation, {
  state: stateOf,
  appoint: felt(async turn => {
    await refuseOthers(turn, turn.body.userIds)
    return appoint(turn.db, turn.body.duty, turn.body.userIds)
  }),
  dismiss: felt(async turn => {
    await refuseOthers(turn, turn.body.userIds)
    return dismiss(turn.db, turn.body.userIds)
  }),
  agree: felt(async turn => {
    await agree(turn.db, turn.who.userId, turn.body.wish)
    return stateOf(turn)
  }),
  withdraw: async ({ db, who }) => {
    await withdraw(db, who.userId)
  },
  matrix: ({ kernel }) => matrixSheet(kernel.rights),
})
