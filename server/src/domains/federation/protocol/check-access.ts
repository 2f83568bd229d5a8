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
import { administratorNames } from './person.sql.ts'
import type { Visitor } from './visitor.ts'
import { text } from './text.ts'

/** Why somebody who is signed in goes no further; in this order. */
export type AccessProblem = 'changePassword' | 'bindFactor' | 'address' | 'noAccess' | AccountProblem

interface App {
  appId?: string
  ipWhitelist: readonly string[]
  accountFrom?: string | undefined
}

/** Somebody who is signed in, or would be. */
export interface Entrant extends Pick<Principal, 'userId' | 'forcedChange' | 'factor'> {
  /** The most any of their roles asks for. */
  secondFactor: Strength
  ip: string
}
export type EnteredApp = App & { appId: string }

interface AccessCheck {
  step: AccessStep
  find: (kernel: Kernel, entrant: Entrant, app: EnteredApp) => Promise<AccessProblem | undefined> | AccessProblem | undefined
}

/** All that decides whether somebody enters an application, in this order; the diagnosis explains by the same list. */
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

/** Whether whoever sits there may open this application just now. */
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
  fault: AccessProblem
  /** What the application is called. */
  app: string
  accountFrom: string | undefined
  /** Of the record of this refusal, for whoever is asked for help. */
  trace: string
  /** To the application without having signed in; absent where it has no way to be told. */
  back?: string
  /** The same request once more. */
  again: string
  /** Answered already: nobody else can go on with it. */
  isOver?: boolean
}

/** Says why not, what to do about it, and the number an administrator finds it by. */
export async function refusedAt(db: Db, refusal: Refusal): Promise<Page> {
  const page = await reasonOf(db, refusal)
  const traced = refusal.trace === '' ? [] : [text.trace(refusal.trace)]
  return { ...page, lines: [...(page.lines ?? []), ...traced] }
}

async function reasonOf(db: Db, { fault, app, accountFrom = 'userName', back, again, isOver }: Refusal): Promise<Page> {
  const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`
  const nav = (...links: string[]) => (links.join('') === '' ? '' : `<nav>${links.join('')}</nav>`)
  const toApp = back === undefined ? '' : link(back, text.backToApp)
  const asOther = isOver ? '' : link(`/login?uri=${encodeURIComponent(again)}`, text.otherAccount)
  const elsewhere = nav(toApp, asOther)
  const own = `<nav>${link('/', text.toConsole, true)}${link(again, text.goOn)}</nav>`
  if (fault === 'noAccess')
    return { icon: 'bad', title: text.noAccess(app), lines: [text.askWhom(await administratorNames(db))], body: elsewhere }
  const kind = text.accountKinds[accountFrom as AccountFrom]
  if (fault === 'noAccount') {
    const how = accountFrom === 'email' ? text.proveEmail : text.askWhom(await administratorNames(db))
    return {
      icon: 'bad',
      title: text.noAccount(app, kind),
      lines: [text.noAccountHow(kind), how],
      body: accountFrom === 'email' ? own : elsewhere,
    }
  }
  if (fault === 'accountShared')
    return {
      icon: 'bad',
      title: text.accountShared(app, kind),
      lines: [text.accountSharedHow, text.askWhom(await administratorNames(db))],
      body: elsewhere,
    }
  if (fault === 'address') return { icon: 'bad', title: text.addressRefused(app), lines: [text.addressHow], body: nav(toApp) }
  const [title, how] = fault === 'changePassword' ? [text.changePassword, text.changePasswordHow] : [text.bindFactor, text.bindFactorHow]
  return { icon: 'ask', title, lines: [how], body: own }
}
