import type { InboxMessage } from '@hufu/contract/messages/inbox'
import { APPLICATION } from '../../../pickers/review/pending-link.tsx'
import { text } from './text.ts'

/** The sentence of a message, built in the console so that it is in the reader's language. */
export function sentenceOf({ kind, facts, count }: InboxMessage): string {
  const { name = '', objectType = '', title = '', taskKind = '', status } = facts
  switch (kind) {
    case 'task':
      return text.task(text.tasks[taskKind] ?? text.otherTask, status === 'FINISH')
    case 'syncBlocked':
    case 'syncLapsed':
    case 'pushHeld':
    case 'scimBlocked':
      return text[kind](name)
    case 'syncFailed':
      return text.syncFailed(name, count)
    case 'appRequest':
      return text.appRequest(name, count)
    case 'notice':
      return text.notice(title)
    default:
      return text.review[kind](name, objectType, count)
  }
}

/** The address of the object; undefined if the message has none. `here` is the address of the present page. */
export function linkOf({ kind, facts, count }: InboxMessage, here: string): string | undefined {
  const { id = '', objectType = '' } = facts
  switch (kind) {
    case 'todo':
    case 'remind':
      return `/examine/review-${objectType}${count === 1 ? `?id=${id}` : ''}`
    case 'passed':
    case 'rejected':
    case 'copied':
      return `${here}?${APPLICATION}=${id}`
    case 'syncBlocked':
    case 'syncLapsed':
      return '/sync/config'
    case 'syncFailed':
      return '/sync/syncLog'
    case 'pushHeld':
      return '/app/list'
    case 'scimBlocked':
      return `/authorize/api-auth?id=${id}&tab=scim`
    case 'appRequest':
      return '/account/apps'
    default:
      return undefined
  }
}

const DAY_MS = 86_400_000
/** The file to download; results of tasks are kept for a day. */
export function fileOf({ kind, facts, createTime }: InboxMessage, now = Date.now()): string | undefined {
  const age = now - Date.parse(`${createTime.replace(' ', 'T')}+08:00`)
  return kind === 'task' && age > DAY_MS ? undefined : facts['fileId']
}
