import type { SamlSignInTest } from '@hufu/contract/federation/sign-in-test'
import type { Kernel } from '../../../platform/kernel.ts'
import { classesOf } from './sso/context.ts'
import { ownEntityOf } from './own-entity.ts'
import { SamlProblem } from './problem.ts'
import { assertionOf, encryptionOf } from './sso/respond.ts'
import { findSp, type ServiceProvider } from './sp.sql.ts'
import { subjectOf } from './sso/subject.ts'
import { write } from './xml/write.ts'

const HOUR_MS = 3_600_000
const placeOf = (sp: ServiceProvider, address: string | undefined) =>
  sp.acs.find(({ url }) => url === address) ?? sp.acs.find(({ isDefault }) => isDefault)

/** The response an application would get, without signature; nothing is stored. */
export async function testSignInBySaml(
  kernel: Kernel,
  { appId, userId, address, open }: { appId: string; userId: string; address: string | undefined; open: boolean },
): Promise<SamlSignInTest | null> {
  const sp = await findSp(kernel.db, appId)
  const acs = sp && placeOf(sp, address)
  if (!sp || !acs) return null
  const nothing = { redirect: open ? acs.url : null, contextClass: '', encryption: null, assertion: null }
  try {
    const disclosed = await subjectOf(kernel, sp, { userId }, { kind: sp.nameId, isTest: true })
    if (!disclosed) return { ...nothing, problem: null }
    const [contextClass] = classesOf(kernel, { loginType: 'password', factor: '' })
    const now = kernel.now()
    const subject = { ...disclosed, contextClass, sessionIndex: '_<session>', authTime: now, sessionEnd: new Date(now.getTime() + HOUR_MS) }
    const ends = { own: ownEntityOf(kernel), sp, authnRequest: { acs: acs.url, requestId: '_<request>' }, now }
    return { ...nothing, contextClass, encryption: encryptionOf(sp) ?? null, assertion: write(assertionOf(ends, subject)), problem: null }
  } catch (error) {
    if (error instanceof SamlProblem) return { ...nothing, problem: error.problem }
    throw error
  }
}
