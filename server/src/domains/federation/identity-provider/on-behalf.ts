import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { RightsReader } from '../../../platform/access/rights.ts'
import { givingOf, isBeyondOwn } from '../../../platform/access/seniority.ts'
import { type Db, setGiver } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { presentOrgs } from '../../../sheets/index.ts'
import { checkGiven } from '../../apps/index.ts'
import { reject } from './identity.ts'
import { isActive } from './link.sql.ts'
import { text } from './text.ts'

const refuseBeyond = (why: string) => reject('notMade', why, text.placeBeyond)

/** Creates an account with the present rights of the administrator who chose its organisation, checked for N-02. */
export async function makeOnBehalfOfEditor(
  kernel: Kernel,
  db: Db,
  { keptBy, orgId }: { keptBy: string; orgId: string },
  make: () => Promise<string>,
) {
  const rights = await new RightsReader(db, kernel.config, kernel.clock).of(keptBy, 0)
  const scope = (await isActive(db, keptBy)) ? rights.scopeOf(identityProvider.update.permit) : undefined
  if (!scope || !(await presentOrgs(db, scope, [orgId])).has(orgId)) return refuseBeyond('not administered by who set the place')
  const giving = givingOf({ userId: keptBy, rights }, scope)
  await setGiver(db, { giving, giver: keptBy })
  const id = await make()
  try {
    if (giving) await checkGiven(db, { userId: keptBy, rights })
  } catch (error) {
    if (isBeyondOwn(error)) return refuseBeyond('beyond who set the place')
    throw error
  }
  return id
}
