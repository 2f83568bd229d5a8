import { phoneForm } from '@hufu/contract/written'
import { MAIN_JOB, UserDraft } from '@hufu/contract/directory/user'
import { illegalField } from '@hufu/contract/shapes'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { noRights } from '../../../platform/access/granted-rights.ts'
import { type Acting, givingOf, isBeyondOwn } from '../../../platform/access/seniority.ts'
import { type Db, setGiver } from '../../../platform/database/db.ts'
import { parse } from '../../../platform/http/input.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { makeChange } from '../../directory/index.ts'
import { claimText, type Identity, provenContact, reject } from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'
import { text } from './text.ts'
import { RightsReader } from '../../../platform/access/rights.ts'
import { presentOrgs } from '../../../sheets/index.ts'
import { checkGiven } from '../../apps/index.ts'
import { isActive } from './link.sql.ts'

const RANDOM = 2

/** No rights at all: the account is created by a rule, without its administrator being present. */
const rule: Acting = {
  userId: '',
  rights: noRights,
}

/** Refuses users without a verified address in one of the allowed domains. */
function refuseForeignDomain({ rules }: StoredProvider, { claims }: Identity): void {
  if (rules.domains.length === 0) return
  const email = provenContact(rules, claims, 'email').toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (email === '') reject('notMade', 'email_verified', text.emailUnproven)
  if (!rules.domains.includes(domain)) reject('notMade', 'domain', text.domainForeign)
}

/** Whether this provider creates accounts. */
export const makesUsers = ({ rules }: StoredProvider): boolean => rules.makes

/** Creates the account through the directory, so that its checks, unique values and history apply. */
export async function makeUser(kernel: Kernel, db: Db, provider: StoredProvider, identity: Identity): Promise<string> {
  const { rules, orgId } = provider
  refuseForeignDomain(provider, identity)
  if (orgId === null) return reject('notMade', 'no organisation', text.noOrg)
  const { claims } = identity
  // Unverified contacts are left out, because their real owner could use them to get into this account.
  const [phone, email] = (['phone', 'email'] as const).map(kind =>
    rules.claims[kind] === '' ? '' : provenContact(rules, claims, kind),
  ) as [string, string]
  const userName = claimText(claims, rules.claims.userName)
  const realName = claimText(claims, rules.claims.realName)
  if (userName === '') reject('notMade', rules.claims.userName, text.claimMissing(rules.claims.userName))
  if (realName === '') reject('notMade', rules.claims.realName, text.claimMissing(rules.claims.realName))
  const draft = {
    userName,
    realName,
    ...(phoneForm.test(phone) && { phone }),
    ...(email !== '' && { email }),
    jobs: [{ orgId, jobType: MAIN_JOB }],
    status: 1,
    passwordType: RANDOM,
  }
  const field = illegalField(draft)
  if (field !== undefined) refuse('illegalText', { field })
  const make = () =>
    makeChange(
      { db, scope: { all: false, roots: [{ orgId, below: false }] }, who: rule, kernel },
      {
        objectType: 'user',
        operateType: 'insert',
        draft: parse(UserDraft, draft) as UserDraft,
        secret: { passwordHash: null, passwordType: RANDOM, passwordFrom: 'own' },
      },
    )
  return provider.keptBy === null ? make() : makeOnBehalfOfEditor(kernel, db, { keptBy: provider.keptBy, orgId }, make)
}

const refuseBeyond = (why: string) => reject('notMade', why, text.placeBeyond)

/** Creates an account with the present rights of the administrator who chose its organisation, checked for N-02. */
async function makeOnBehalfOfEditor(
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
