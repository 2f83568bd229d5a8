import type { Path } from '@hufu/contract/apps/access'
import { accessSteps, type AccessBlocker, type AccessStep, type Diagnosis, type StepResult } from '@hufu/contract/federation/diagnosis'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { addressAllowed, isHourAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { pathsOf } from '../../apps/index.ts'
import { hasGateway, hasSignInMethod, accountBlockerOf, boundFactorsOf, type BoundFactors } from '../../sign-in/index.ts'
import { accessChecks, type AccessProblem, type EnteredApp, type Entrant } from '../protocol/check-access.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { groupsGiven, lockFactsOf, type DiagnosedApp, type DiagnosedUser } from './diagnosis.sql.ts'

export interface DiagnosisQuestion {
  kernel: Kernel
  person: DiagnosedUser
  app: DiagnosedApp | undefined
  ip: string | undefined
  /** The scope of the caller. */
  scope: Scope
}
type Facts = Record<string, string>
interface FoundBlocker {
  blocker: AccessBlocker
  facts?: Facts
}
interface DiagnosedAccess extends DiagnosisQuestion {
  entrant: Entrant
  paths: readonly Path[]
}
type StepCheck = (access: DiagnosedAccess) => Promise<FoundBlocker | undefined> | FoundBlocker | undefined

/** The strongest second factor that the user could show. */
function strongest(factors: BoundFactors, sendsSms: boolean): Strength {
  if (factors.passkeys > 0 || factors.certificates > 0) return 'crypto'
  return factors.totp || factors.recoveryCodes > 0 || (factors.phone && sendsSms) ? 'any' : ''
}

/** The problem that the access checks of the protocols find at this step. */
async function problemAt(step: AccessStep, { kernel, entrant, app }: DiagnosedAccess): Promise<AccessProblem | undefined> {
  if (!app) return undefined
  const entered: EnteredApp = { appId: app.id, ipWhitelist: app.ipWhitelist, accountFrom: app.accountFrom }
  for (const check of accessChecks.filter(one => one.step === step)) {
    const problem = await check.find(kernel, entrant, entered)
    if (problem) return problem
  }
  return undefined
}

async function checkAccount({ kernel, scope, person, ip }: DiagnosedAccess): Promise<FoundBlocker | undefined> {
  const found = await accountBlockerOf(kernel.db, person.id, ip)
  if (found?.blocker === 'expired') return { blocker: 'expired', facts: { time: person.validEndTime ?? '' } }
  if (found?.blocker !== 'locked') return found
  const { by = '', reason = '', failures = '', ip: from = '' } = (await lockFactsOf(kernel.db, scope, person.id)) ?? {}
  return { blocker: 'locked', facts: { until: found.lock.unlockTime, by, reason, failures, ip: from } }
}

async function checkSignIn(access: DiagnosedAccess): Promise<FoundBlocker | undefined> {
  const { kernel, entrant, person } = access
  if (!(await hasSignInMethod(kernel.db, kernel.config.values, hasGateway(kernel), person.id))) return { blocker: 'methodMissing' }
  // The console makes the same check for its own pages, so it applies without an application, too.
  const own = { ...access, app: access.app ?? { id: '', name: '', status: 1, ipWhitelist: [], accountFrom: '' } }
  const problem = await problemAt('signIn', own)
  if (problem === 'changePassword') return { blocker: 'changePassword', facts: { kind: entrant.forcedChange.forceChangePwdType } }
  return problem === 'bindFactor' ? { blocker: 'bindFactor', facts: { wanted: entrant.secondFactor } } : undefined
}

async function checkNetwork(access: DiagnosedAccess): Promise<FoundBlocker | undefined> {
  const { kernel, ip, app } = access
  const { values } = kernel.config
  if (!isHourAllowed(values, kernel.now())) return { blocker: 'hour', facts: { begin: values.beginTime, end: values.endTime } }
  const isLimited = values.openIpLimit || (app?.ipWhitelist.length ?? 0) > 0
  if (ip === undefined) return isLimited ? { blocker: 'addressUnknown' } : undefined
  if (!addressAllowed(values, ip)) return { blocker: 'address', facts: { ip } }
  return (await problemAt('network', access))
    ? { blocker: 'appAddress', facts: { ip, rules: app?.ipWhitelist.join('、') ?? '' } }
    : undefined
}

const blockerOf: Readonly<Record<NonNullable<Path['fault']>, AccessBlocker>> = {
  over: 'grantOver',
  notBegun: 'grantNotBegun',
  accountDisabled: 'appAccountDisabled',
  roleDisabled: 'roleDisabled',
  groupDisabled: 'groupDisabled',
  appDisabled: 'appDisabled',
  subjectDisabled: 'subjectDisabled',
  notBelow: 'notBelow',
}

async function checkGrant(access: DiagnosedAccess): Promise<FoundBlocker | undefined> {
  const { kernel, app, paths } = access
  if (!app || !(await problemAt('grant', access))) return undefined
  const nearest = paths.find(path => path.fault !== null)
  if (nearest?.fault) {
    const { subjectName, beginTime, endTime, roleName } = nearest
    return {
      blocker: blockerOf[nearest.fault],
      facts: { subject: subjectName ?? '', begin: beginTime ?? '', end: endTime ?? '', role: roleName ?? '' },
    }
  }
  // If it is granted to organisations, posts and the like, the next step reports that the user's jobs lead to none of them.
  return (await groupsGiven(kernel.db, app.id)).length > 0 ? undefined : { blocker: 'grantMissing' }
}

async function checkPost(access: DiagnosedAccess): Promise<FoundBlocker | undefined> {
  const { kernel, scope, app } = access
  if (!app) return undefined
  if (await problemAt('grant', access))
    return { blocker: 'jobElsewhere', facts: { given: scope.all ? (await groupsGiven(kernel.db, app.id)).join('、') : '' } }
  const problem = await problemAt('post', access)
  if (!problem) return undefined
  return { blocker: problem === 'accountShared' ? 'accountShared' : 'accountMissing', facts: { kind: app.accountFrom } }
}

const stepChecks: Readonly<Record<AccessStep, StepCheck>> = {
  account: checkAccount,
  signIn: checkSignIn,
  network: checkNetwork,
  app: ({ app }) => (app?.status === 0 ? { blocker: 'appDisabled' } : undefined),
  grant: checkGrant,
  post: checkPost,
}

/** Blockers that users resolve themselves once they are signed in. */
const OWN_TASKS: ReadonlySet<AccessBlocker> = new Set<AccessBlocker>(['changePassword', 'bindFactor'])

function stateOf(found: FoundBlocker | undefined): StepResult['state'] {
  if (!found) return 'good'
  return OWN_TASKS.has(found.blocker) ? 'pending' : 'bad'
}

/** Checks step by step. After the first step that blocks access, the others are marked as unreached. */
export async function explain(question: DiagnosisQuestion): Promise<Omit<Diagnosis, 'time'>> {
  const { kernel, scope, person, app, ip } = question
  const factors = await boundFactorsOf(kernel.db, person.id)
  const forcedChange = await kernel.sessions.forcedOf(person.id)
  const factor = strongest(factors, hasGateway(kernel))
  const paths = app ? await pathsOf(kernel.db, person.id, app.id) : []
  const access: DiagnosedAccess = {
    ...question,
    paths,
    entrant: { userId: person.id, forcedChange, factor, secondFactor: factors.demand, ip: ip ?? '' },
  }
  const steps: StepResult[] = []
  let isOpen = true
  for (const step of accessSteps.filter(one => app !== undefined || ['account', 'signIn', 'network'].includes(one))) {
    const found: FoundBlocker | undefined = isOpen ? await stepChecks[step](access) : undefined
    const state: StepResult['state'] = isOpen ? stateOf(found) : 'unreached'
    steps.push({ step, state, blocker: found?.blocker ?? '', facts: found?.facts ?? {} })
    isOpen &&= state !== 'bad'
  }
  const lock = steps[0]?.blocker === 'locked' ? await lockFactsOf(kernel.db, scope, person.id) : undefined
  return {
    person: { id: person.id, userName: person.userName, realName: person.realName },
    app: app ? { id: app.id, name: app.name } : null,
    ip: ip ?? null,
    open: isOpen,
    steps,
    paths: [...paths],
    lockId: lock?.id ?? null,
  }
}
