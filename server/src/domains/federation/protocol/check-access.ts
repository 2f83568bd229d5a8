import type { AccountFrom } from '@hufu/contract/apps/app'
import type { AccessStep } from '@hufu/contract/federation/diagnosis'
import { isWeaker, type Strength } from '@hufu/contract/sign-in/strength'
import { accessOf } from '../../apps/index.ts'
import type { Db } from '../../../platform/database/db.ts'
import { addressAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { accountProblemOf, type AccountProblem } from './account.ts'
import { escapeHtml, type Page } from './page.ts'
import { signInAddress } from './visitor.ts'
import { administratorNames } from './person.sql.ts'
import type { Visitor } from './visitor.ts'
import { text } from './text.ts'

/** Why a signed-in user may not open the application, in the order of the checks. */
export type AccessProblem = 'changePassword' | 'bindFactor' | 'address' | 'noAccess' | AccountProblem

interface App {
  appId?: string
  ipWhitelist: readonly string[]
  accountFrom?: string | undefined
}

/** A user who is signed in, or in a diagnosis would be. */
export interface Entrant extends Pick<Principal, 'userId' | 'forcedChange' | 'factor'> {
  /** The strongest second factor that one of their roles requires. */
  secondFactor: Strength
  ip: string
}
export type EnteredApp = App & { appId: string }

interface AccessCheck {
  step: AccessStep
  find: (kernel: Kernel, entrant: Entrant, app: EnteredApp) => Promise<AccessProblem | undefined> | AccessProblem | undefined
}

/** All checks that decide whether a user may open an application, in order. The diagnosis uses the same list. */
export const accessChecks: readonly AccessCheck[] = [
  {
    step: 'signIn',
    find: ({ config: { values } }, { forcedChange }) =>
      forcedChange.hasForceChangePwd && values.updatePasswordMode === 'force' ? 'changePassword' : undefined,
  },
  { step: 'signIn', find: (_, { factor, secondFactor }) => (isWeaker(factor, secondFactor) ? 'bindFactor' : undefined) },
  {
    step: 'network',
    find: (_, { ip }, { ipWhitelist }) =>
      addressAllowed({ openIpLimit: true, ipWhitelist: [...ipWhitelist], ipBlacklist: [] }, ip) ? undefined : 'address',
  },
  {
    step: 'grant',
    find: async ({ db }, { userId }, { appId }) => ((await accessOf(db, { userId, appId })) ? undefined : 'noAccess'),
  },
  { step: 'post', find: (kernel, { userId }, { appId, accountFrom }) => accountProblemOf(kernel, { userId, appId, accountFrom }) },
]

/** The first problem that keeps the visitor from opening this application now; undefined if there is none. */
export async function checkAccess(kernel: Kernel, { who, ip }: Visitor, { appId, ...rest }: App): Promise<AccessProblem | undefined> {
  if (!who || appId === undefined) return 'noAccess'
  const entrant = { userId: who.userId, forcedChange: who.forcedChange, factor: who.factor, secondFactor: who.rights.secondFactor, ip }
  for (const check of accessChecks) {
    const problem = await check.find(kernel, entrant, { appId, ...rest })
    if (problem) return problem
  }
  return undefined
}

interface Refusal {
  problem: AccessProblem
  /** The name of the application. */
  app: string
  accountFrom: string | undefined
  /** The id of this refusal's record, by which an administrator can find it. */
  trace: string
  /** The way back to the application without signing in; absent if the protocol has none. */
  back?: string
  /** The address that repeats the request. */
  again: string
  /** Whether the request is already answered, so that it cannot be continued as another user. */
  isOver?: boolean
}

/** The page that says why access is refused, what to do, and the trace id for the administrator. */
export async function refusedAt(db: Db, refusal: Refusal): Promise<Page> {
  const page = await reasonOf(db, refusal)
  const traced = refusal.trace === '' ? [] : [text.trace(refusal.trace)]
  return { ...page, lines: [...(page.lines ?? []), ...traced] }
}

async function reasonOf(db: Db, { problem, app, accountFrom = 'userName', back, again, isOver }: Refusal): Promise<Page> {
  const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`
  const nav = (...links: string[]) => (links.join('') === '' ? '' : `<nav>${links.join('')}</nav>`)
  const toApp = back === undefined ? '' : link(back, text.backToApp)
  const asOther = isOver ? '' : link(signInAddress(again), text.otherAccount)
  const elsewhere = nav(toApp, asOther)
  const own = `<nav>${link('/', text.toConsole, true)}${link(again, text.goOn)}</nav>`
  if (problem === 'noAccess')
    return { icon: 'bad', title: text.noAccess(app), lines: [text.askWhom(await administratorNames(db))], body: elsewhere }
  const kind = text.accountKinds[accountFrom as AccountFrom]
  if (problem === 'noAccount') {
    const how = accountFrom === 'email' ? text.proveEmail : text.askWhom(await administratorNames(db))
    return {
      icon: 'bad',
      title: text.noAccount(app, kind),
      lines: [text.noAccountHow(kind), how],
      body: accountFrom === 'email' ? own : elsewhere,
    }
  }
  if (problem === 'accountShared')
    return {
      icon: 'bad',
      title: text.accountShared(app, kind),
      lines: [text.accountSharedHow, text.askWhom(await administratorNames(db))],
      body: elsewhere,
    }
  if (problem === 'address') return { icon: 'bad', title: text.addressRefused(app), lines: [text.addressHow], body: nav(toApp) }
  const [title, how] = problem === 'changePassword' ? [text.changePassword, text.changePasswordHow] : [text.bindFactor, text.bindFactorHow]
  return { icon: 'ask', title, lines: [how], body: own }
}
