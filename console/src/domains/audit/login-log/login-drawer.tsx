import type { LoginLog } from '@hufu/contract/audit/login-log'
import { Drawer } from 'antd'
import { Link } from 'react-router'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { useMayOpen } from '../../../ui/permitted.ts'
import { Copyable } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Time } from '../../../ui/list/time.tsx'
import { Name, Result, typeOf } from './columns.tsx'
import { text } from './text.ts'

const ONLINE = '/audit/getPage'

interface Props {
  row: LoginLog
  tools: readonly (Tool | false)[]
  onClose: () => void
}

/** One attempt in full, with the operations on it. */
export default function LoginDrawer({ row, tools, onClose }: Props) {
  const words = text.fields
  return (
    <Drawer
      open
      size={720}
      title={text.drawer(row.userName)}
      closable={{ 'aria-label': uiText.dialog.close }}
      onClose={onClose}
      extra={<RowTools name={row.userName} tools={tools} />}
    >
      <Descriptions
        of={[
          [words.loginTime, <Time key="time" at={row.loginTime} />],
          [words.result, <Result key="result" row={row} />],
          [words.userName, row.userName],
          [words.realName, <Name key="name" row={row} />],
          [words.loginType, typeOf(row)],
          [words.message, row.message],
          [words.ip, row.ip && <Copyable key="ip" value={row.ip} />],
          [words.browser, row.browser],
          [words.os, row.os],
          [words.sessionId, row.sessionId && <Copyable key="session" value={row.sessionId} />],
          [words.session, row.sessionId && <SessionState key="state" row={row} />],
          [words.id, <Copyable key="id" value={row.id} />],
        ]}
      />
    </Drawer>
  )
}

/** Its session: live, with a link, or ended. */
function SessionState({ row: { userName, ip, isAlive } }: { row: LoginLog }) {
  const mayOpen = useMayOpen()
  const words = text.session
  if (!isAlive) return <StatusTag tone="plain">{words.over}</StatusTag>
  return (
    <>
      <StatusTag tone="good">{words.alive}</StatusTag>{' '}
      {mayOpen(ONLINE) && <Link to={`${ONLINE}?${new URLSearchParams({ searchKey: userName, ip }).toString()}`}>{words.open}</Link>}
    </>
  )
}
