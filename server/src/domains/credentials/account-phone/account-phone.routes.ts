import { mobileOf } from '@hufu/contract/written'
import { accountCheck, accountPhone } from '@hufu/contract/credentials/account-phone'
import { fields } from '@hufu/contract/text'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { useCode } from '../phone/sms-code.sql.ts'
import { plainPassword, removeSignInMethod, verifyCredential } from '../../sign-in/index.ts'
import { hasIdCard, hasPhone, setAccountPhone } from './account-phone.sql.ts'

const PROVEN_SECONDS = 300

/** The token of a proof that holds for this telephone in this session only. */
const provenToken = (sessionId: string, telephone: string) => `${sessionId}:${telephone}`

export const accountPhoneFeature = feature('ownPhone', accountPhone, {
  // Binding requires this proof, so limits and checks here apply to binding, too.
  prove: prepare(async ctx => {
    const { kernel, body, who } = ctx
    const telephone = mobileOf(body.telephone) ?? refuse('phoneProblem')
    if (!(await useCode(kernel, telephone, body.code.trim(), 'bind'))) refuse('captchaWrong')
    await kernel.addressLimits.giveBack('sms', ctx.ip)
    return ({ db }) =>
      issueOneTime(db, 'phoneProven', { seconds: PROVEN_SECONDS, userId: who.userId, token: provenToken(who.sessionId, telephone) })
  }),
  bind: async ({ db, kernel, query: { phone, type }, who }) => {
    if (!(await redeemOneTime(db, 'phoneProven', provenToken(who.sessionId, phone)))) refuse('phoneUnproven')
    if (!(await setAccountPhone(db, kernel.keys, who.userId, phone, type === '0' ? 'none' : 'any'))) refuse('phoneBound')
  },
  unbind: async ({ db, kernel, who }) => {
    if (kernel.config.values.requiredPhone) refuse('fieldRequired', { label: fields.phone })
    await removeSignInMethod(kernel, db, who.userId, () => setAccountPhone(db, kernel.keys, who.userId, null, 'any'))
  },
  isBound: ({ db, who }) => hasPhone(db, who.userId),
})

/** Verifies name and password without starting a session. */
async function provenAccount({ kernel, query, ip, agent }: Context<{ userName: string; pwd: string; userId?: string | undefined }>) {
  const account = await verifyCredential(kernel, plainPassword({ loginName: query.userName, pwd: query.pwd }), { ip, agent })
  return query.userId === undefined || query.userId === account.id ? account : refuse('userMissing')
}

export const accountCheckFeature = feature('accountCheck', accountCheck, {
  account: async ctx => {
    const { id, phoneHash } = await provenAccount(ctx)
    return { userId: id, hasPhone: phoneHash !== null, hasIdCard: await hasIdCard(ctx.db, id) }
  },
  phone: async ctx => (await provenAccount(ctx)).phoneMask,
  idCard: async ctx => hasIdCard(ctx.db, (await provenAccount(ctx)).id),
})
