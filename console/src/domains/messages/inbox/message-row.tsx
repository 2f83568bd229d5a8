import { file } from '@hufu/contract/operations/file'
import type { InboxMessage } from '@hufu/contract/messages/inbox'
import { Button } from 'antd'
import { Link, useLocation } from 'react-router'
import { download } from '../../../platform/client.ts'
import { Ago } from '../../../ui/list/time.tsx'
import { fileOf, linkOf, sentenceOf } from './sentence.ts'
import { text } from './text.ts'

interface Props {
  of: InboxMessage
  onRead: () => void
  onLeave: () => void
}
/** One message; its sentence is a link, and opening it marks it as read. */
export function MessageRow({ of: message, onRead, onLeave }: Props) {
  const { pathname } = useLocation()
  const sentence = sentenceOf(message)
  const to = linkOf(message, pathname)
  const fileId = fileOf(message)
  const read = () => {
    if (!message.isRead) onRead()
  }
  const follow = () => {
    read()
    onLeave()
  }
  const take = () => {
    read()
    void download(file.download, { query: { fileId: fileId! } }).catch(() => undefined)
  }
  const result = message.facts['message']
  return (
    <li className={message.isRead ? 'inbox-row' : 'inbox-row inbox-row-unread'}>
      <div className="inbox-words">
        {!message.isRead && <span className="inbox-mark">{text.isUnread}</span>}
        {to !== undefined ? (
          <Link to={to} onClick={follow}>
            {sentence}
          </Link>
        ) : message.isRead ? (
          <span>{sentence}</span>
        ) : (
          <Button type="link" className="inbox-plain" onClick={read}>
            {sentence}
          </Button>
        )}
        <p className="inbox-about">
          {result && `${result} · `}
          <Ago at={message.createTime} />
        </p>
      </div>
      {fileId !== undefined && (
        <Button size="small" onClick={take}>
          {text.download}
        </Button>
      )}
    </li>
  )
}
