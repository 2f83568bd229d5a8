import type { Kernel } from '../../../platform/kernel.ts'
import { escapeHtml, type Page } from '../protocol/page.ts'
import { text as shared } from '../protocol/text.ts'
import type { Visitor } from '../protocol/visitor.ts'
import { canShow, type Demand, leastOf } from './demand.ts'
import { text } from './text.ts'

type Who = NonNullable<Visitor['who']>

interface Asked {
  app: string
  /** Of the interaction, and of the sign-in that comes back to it. */
  own: string
  login: string
}

const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`

/** What the application asks for, and how the user can show it. */
export async function factorPage({ db }: Kernel, who: Who, demand: Demand, { app, own, login }: Asked): Promise<Page> {
  const least = leastOf(demand) ?? 'crypto'
  const can = await canShow(db, who.userId, least)
  const at = least === 'any' ? `${login}&wants=factor` : login
  const first = can ? link(at, text.showFactor, true) : link('/account/security', text.bindFactor, true)
  const second = can ? '' : link(own, shared.goOn)
  const away = demand.isEssential ? link(`${own}/decline`, shared.backToApp) : link(`${own}/skip`, text.skipFactor)
  return {
    mark: 'ask',
    title: least === 'crypto' ? text.wantsKey(app) : text.wantsFactor(app),
    lines: [can ? text.showFactorHow[least === 'crypto' ? 'key' : 'any'] : text.bindFactorHow[least === 'crypto' ? 'key' : 'any']],
    body: `<nav>${first}${second}${away}</nav>`,
  }
}

/** Who is signed in here, and a way to come as somebody else. */
export function accountPage({ realName, userName }: Who, { app, own }: Asked, leadsTo: string | undefined): Page {
  const button = (value: string, words: string, isFirst: boolean) =>
    `<button${isFirst ? ' class="first"' : ''} name="answer" value="${value}">${escapeHtml(words)}</button>`
  const answers = `<nav>${button('other', shared.otherAccount, false)}${button('same', shared.goOn, true)}</nav>`
  return {
    mark: 'ask',
    title: text.whichAccount(app),
    lines: [text.signedInAs(realName, userName)],
    body: `<form method="post" action="${escapeHtml(`${own}/account`)}">${answers}</form>`,
    leadsTo,
  }
}
