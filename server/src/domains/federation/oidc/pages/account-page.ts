import { escapeHtml, type Page } from '../../protocol/page.ts'
import { text as protocolText } from '../../protocol/text.ts'
import type { Visitor } from '../../protocol/visitor.ts'
import { text } from '../text.ts'

type SignedIn = NonNullable<Visitor['who']>

interface AccountPageProps {
  app: string
  /** The address of the interaction. */
  own: string
}

/** Asks the user whether to continue as who they are signed in as, or to sign in as another user. */
export function accountPage({ realName, userName }: SignedIn, { app, own }: AccountPageProps, leadsTo: string | undefined): Page {
  const button = (value: string, words: string, isFirst: boolean) =>
    `<button${isFirst ? ' class="first"' : ''} name="answer" value="${value}">${escapeHtml(words)}</button>`
  const answers = `<nav>${button('other', protocolText.otherAccount, false)}${button('same', protocolText.goOn, true)}</nav>`
  return {
    icon: 'ask',
    title: text.whichAccount(app),
    lines: [text.signedInAs(realName, userName)],
    body: `<form method="post" action="${escapeHtml(`${own}/account`)}">${answers}</form>`,
    leadsTo,
  }
}
