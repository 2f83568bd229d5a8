import type { AccountFrom } from '@hufu/contract/apps/app'
import { isWeaker } from '@hufu/contract/sign-in/strength'
import { accessOf } from '../../apps/index.ts'
import type { Db } from '../../../platform/database/db.ts'
import { addressAllowed } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
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

/** Whether whoever sits there may open this application just now. */
export async function checkAccess(
  kernel: Kernel,
  { who, ip }: Visitor,
  { appId, ipWhitelist, accountFrom }: App,
): Promise<AccessProblem | undefined> {
  if (!who || appId === undefined) return 'noAccess'
  if (who.forcedChange.hasForceChangePwd && kernel.config.values.updatePasswordMode === 'force') return 'changePassword'
  if (isWeaker(who.factor, who.rights.secondFactor)) return 'bindFactor'
  if (!addressAllowed({ openIpLimit: true, ipWhitelist: [...ipWhitelist], ipBlacklist: [] }, ip)) return 'address'
  if (!(await accessOf(kernel.db, { userId: who.userId, appId }))) return 'noAccess'
  return accountProblemOf(kernel, { userId: who.userId, appId, accountFrom })
}

interface Refusal {
  fault: AccessProblem
  /** What the application is called. */
  app: string
  accountFrom: string | undefined
  /** To the application without having signed in; absent where it has no way to be told. */
  back?: string
  /** The same request once more. */
  again: string
}

/** Says why not, and what to do about it. */
export async function refusedAt(db: Db, { fault, app, accountFrom = 'userName', back, again }: Refusal): Promise<Page> {
  const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`
  const away = back === undefined ? '' : `<nav>${link(back, text.backToApp)}</nav>`
  const own = `<nav>${link('/', text.toConsole, true)}${link(again, text.goOn)}</nav>`
  if (fault === 'noAccess')
    return { mark: 'bad', title: text.noAccess(app), lines: [text.askWhom(await administratorNames(db))], body: away }
  const kind = text.accountKinds[accountFrom as AccountFrom]
  if (fault === 'noAccount') {
    const how = accountFrom === 'email' ? text.proveEmail : text.askWhom(await administratorNames(db))
    return {
      mark: 'bad',
      title: text.noAccount(app, kind),
      lines: [text.noAccountHow(kind), how],
      body: accountFrom === 'email' ? own : away,
    }
  }
  if (fault === 'accountShared')
    return {
      mark: 'bad',
      title: text.accountShared(app, kind),
      lines: [text.accountSharedHow, text.askWhom(await administratorNames(db))],
      body: away,
    }
  if (fault === 'address') return { mark: 'bad', title: text.addressRefused(app), lines: [text.addressHow], body: away }
  const [title, how] = fault === 'changePassword' ? [text.changePassword, text.changePasswordHow] : [text.bindFactor, text.bindFactorHow]
  return { mark: 'ask', title, lines: [how], body: own }
}
