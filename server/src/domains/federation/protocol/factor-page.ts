import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { boundFactorsOf } from '../../sign-in/index.ts'
import { hasProviderSecondFactor } from '../identity-provider/link.sql.ts'
import { escapeHtml, type Page } from './page.ts'
import { text } from './text.ts'

interface FactorPageProps {
  app: string
  /** The weakest second factor that is accepted. */
  least: Strength
  /** The address that repeats the request, and that of the sign-in which then returns to it. */
  again: string
  login: string
  /** The other way out: on without a second factor, or back to the application. */
  away: { to: string; words: string }
}

const link = (to: string, words: string, isFirst = false) => `<a${isFirst ? ' class="first"' : ''} href="${escapeHtml(to)}">${words}</a>`

/** Whether the user has such a strong second factor, here or at an identity provider. A telephone satisfies only roles. */
export async function canShow(db: Db, userId: string, wanted: Strength): Promise<boolean> {
  const { totp, passkeys, certificates } = await boundFactorsOf(db, userId)
  if (passkeys > 0 || certificates > 0) return true
  return wanted !== 'crypto' && (totp || (await hasProviderSecondFactor(db, userId)))
}

/** The page that says which second factor the application requires, and how the user can show it. */
export async function factorPage({ db }: Kernel, userId: string, { app, least, again, login, away }: FactorPageProps): Promise<Page> {
  const kind = least === 'crypto' ? 'key' : 'any'
  const can = await canShow(db, userId, least)
  const there = kind === 'any' ? `${login}&wants=factor` : login
  const first = can ? link(there, text.showFactor, true) : link('/account/security', text.goBind, true)
  const second = can ? '' : link(again, text.goOn)
  return {
    icon: 'ask',
    title: kind === 'key' ? text.wantsKey(app) : text.wantsFactor(app),
    lines: [can ? text.showFactorHow[kind] : text.goBindHow[kind]],
    body: `<nav>${first}${second}${link(away.to, away.words)}</nav>`,
  }
}
