import { isWeaker, stronger, type Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { boundStrength, hasGateway } from './second-step.ts'
import { boundFactorsOf, lockFactors } from './account.sql.ts'
import { hasSignInMethod } from './sign-in-methods.sql.ts'

/**
 * Removes a credential on its user's request. Refused if the user could then no longer sign in, or would lose the factor their
 * roles require. A credential whose method is switched off may always be removed.
 */
export async function removeSignInMethod(kernel: Kernel, db: Db, userId: string, remove: () => Promise<unknown>): Promise<void> {
  await lockFactors(db, userId)
  const before = await accessState(kernel, db, userId)
  await remove()
  const after = await accessState(kernel, db, userId)
  if (before.comesIn && !after.comesIn) refuse('lastWayIn')
  if (isWeaker(after.strength, after.demand) && isWeaker(after.strength, before.strength)) refuse('lastFactor')
}

async function accessState(kernel: Kernel, db: Db, userId: string): Promise<{ comesIn: boolean; demand: Strength; strength: Strength }> {
  const factors = await boundFactorsOf(db, userId)
  const { values } = kernel.config
  const byCertificate = factors.certificates > 0 && values.openCa
  const byPhone = factors.phone && hasGateway(kernel)
  const strength = byCertificate ? 'crypto' : stronger(boundStrength(factors), byPhone ? 'any' : '')
  return { comesIn: await hasSignInMethod(db, values, hasGateway(kernel), userId), demand: factors.demand, strength }
}
