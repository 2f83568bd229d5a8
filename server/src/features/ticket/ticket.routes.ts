import { ticket } from '@hufu/contract/ticket'
import { issueOneTime, redeemOneTime } from '../../kernel/one-time.ts'
import { refuse } from '../../kernel/refuse.ts'
import { before, feature, type Turn } from '../../kernel/turn.ts'
import { askSecondStep, enter, findById, findByLoginName, verifyCredential, type Credential, type Known } from '../sign-in/sign-in.ts'

const LIFE_SECONDS = 60

/** What stands in the address: 256 bits, one use, so there is nothing to count (T5). */
const addressCredential = (loginType: 'ticket' | 'code', token: string): Credential => ({
  loginType,
  isOpen: () => true,
  claim: async ({ db }) => {
    const found = await redeemOneTime(db, loginType, token)
    return { known: found?.userId ? await findById(db, found.userId) : undefined, loginName: '' }
  },
  prove: async (_kernel, { known }) => known !== undefined,
  wrong: 'ticketInvalid',
})

const signInBy = async ({ kernel, ip, agent }: Pick<Turn, 'kernel' | 'ip' | 'agent'>, loginType: 'ticket' | 'code', token: string) => {
  const caller = { ip, agent }
  const known = await verifyCredential(kernel, addressCredential(loginType, token), caller)
  await askSecondStep(kernel, known, loginType, caller)
  return (turn: Turn) => enter(turn, known, loginType)
}

/** Only for whoever could sign in by himself. */
function refuseUnusable(known: Known | undefined): Known {
  if (!known) refuse('userMissing')
  if (known.status !== 1) refuse('accountDisabled')
  if (known.expired) refuse('accountExpired')
  return known
}

export const ticketFeature = feature('ticket', ticket, {
  create: async ({ db, kernel, body, who, note }) => {
    const named = body.userId === undefined ? findByLoginName({ db, keys: kernel.keys }, body.userName ?? '') : findById(db, body.userId)
    const known = refuseUnusable(await named)
    note(known.userName)
    const token = await issueOneTime(db, 'ticket', { seconds: LIFE_SECONDS, userId: known.id, detail: { client: who.userId } })
    return { ticket: token, expire: LIFE_SECONDS }
  },
  createCode: async ({ db, who }) => ({
    code: await issueOneTime(db, 'code', { seconds: LIFE_SECONDS, userId: who.userId }),
    expire: LIFE_SECONDS,
  }),
  login: before(async turn => signInBy(turn, 'ticket', turn.query.ticket)),
  loginByCode: before(async turn => signInBy(turn, 'code', turn.query.code)),
})
