import type { ObjectType } from '@hufu/contract/governance/review'
import type { Db } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { canMail, queueMails, notifyUsers } from '../../messages/index.ts'
import { provenEmailsOf } from './notice.sql.ts'
import type { Request } from './change/request.sql.ts'
import { text } from './text.ts'

export type NoticeKind = keyof typeof text.mail.subject
export interface Notice {
  userId: string
  kind: NoticeKind
  objectType: ObjectType
  /** The id of the request, and the name of its subject. */
  id: string
  name: string
}
interface NoticeContext {
  db: Db
  kernel: Kernel
  by: { userId: string } | null
  notices: Notice[]
}

/** Collects a notification for each of the users, except the acting user. */
export function addNotice(
  { by, notices }: NoticeContext,
  request: Pick<Request, 'id' | 'objectType' | 'objectName'>,
  kind: NoticeKind,
  userIds: readonly string[],
): void {
  for (const userId of userIds)
    if (userId !== by?.userId)
      notices.push({ userId, kind, objectType: request.objectType, id: request.id, name: request.objectName ?? '' })
}

const pages = { user: '/examine/review-user', org: '/examine/review-org' } as const

/** Sends one inbox message and one mail per user and kind. */
export async function sendNotices(teller: NoticeContext): Promise<void> {
  await sendToInbox(teller)
  await sendMails(teller)
  teller.notices.length = 0
}

const grouped = (notices: readonly Notice[]) => [
  ...Map.groupBy(notices, ({ userId, kind, objectType }) => JSON.stringify([userId, kind, objectType])).values(),
]

async function sendToInbox({ db, notices }: NoticeContext): Promise<void> {
  const messages = grouped(notices).map(list => {
    const { userId, kind, objectType, id, name } = list.at(-1)!
    return { userId, kind, about: objectType, facts: { objectType, id, name }, count: list.length }
  })
  await notifyUsers(db, messages)
}

/** Queues one mail per user and kind, with a count and a link but no personal data. It is sent after the commit. */
async function sendMails({ db, kernel, notices }: NoticeContext): Promise<void> {
  if (notices.length === 0 || !canMail(kernel)) return
  const emails = await provenEmailsOf(db, [...new Set(notices.map(({ userId }) => userId))])
  const { systemName, siteAddress } = kernel.config.values
  const site = siteAddress || (kernel.settings.publicUrl ?? '')
  const mails = grouped(notices).flatMap(list => {
    const { userId, kind, objectType } = list[0]!
    const to = emails.get(userId)
    if (to === undefined) return []
    const where = kind === 'todo' || kind === 'remind' ? pages[objectType] : '/'
    const subject = `${systemName} ${text.mail.subject[kind]}`
    return [
      { to, subject, text: text.mail.body(text.mail.told[kind](list.length, objectType), site && new URL(where, site).href, systemName) },
    ]
  })
  await queueMails(kernel, db, mails)
}
