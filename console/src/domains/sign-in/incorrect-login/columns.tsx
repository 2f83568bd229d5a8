import { type IncorrectLogin, incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { user } from '@hufu/contract/directory/user'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { EventTime, Time } from '../../../ui/list/time.tsx'
import { text } from './text.ts'

const words = text.fields
const LOGINS = '/audit/loginLog'

/** Why the user, whose id is `own`, cannot unlock a row. */
export const protectedReason = (own: string) => (row: IncorrectLogin) =>
  row.userId === own ? text.kept.own : row.isAbove ? text.kept.above : undefined

interface Acts {
  onUnlock: (row: IncorrectLogin) => void
  onReset: (row: IncorrectLogin) => void
}

export function useRowTools({ onUnlock, onReset }: Acts, own: string): (row: IncorrectLogin) => readonly (Tool | false)[] {
  const may = useMay()
  const mayOpen = useMayOpen()
  return row => {
    const disabledBecause = protectedReason(own)(row)
    return [
      {
        label: row.locked ? text.tools.unlock : text.tools.clear,
        call: incorrectLogin.unlock,
        onClick: () => onUnlock(row),
        disabledBecause,
      },
      mayOpen(LOGINS) && { label: text.tools.failures, to: `${LOGINS}?userName=${encodeURIComponent(row.loginName)}&result=0` },
      row.userId !== null && may(user.resetPassword) && { label: text.tools.unlockAndReset, onClick: () => onReset(row), disabledBecause },
    ]
  }
}

export const columnsOf = (toolsOf: (row: IncorrectLogin) => readonly (Tool | false)[]): Columns<IncorrectLogin> => [
  { key: 'loginName', title: words.loginName, dataIndex: 'loginName', fixed: 'start', width: 136 },
  { key: 'realName', title: words.realName, width: 88, render: (_, row) => <Name row={row} /> },
  { key: 'state', title: words.state, width: 88, render: (_, row) => <State row={row} /> },
  { key: 'scope', title: words.scope, width: 124, render: (_, row) => scopeOf(row) },
  { key: 'unlockTime', title: words.unlockTime, width: 160, render: (_, row) => <Time at={row.unlockTime} /> },
  { key: 'reason', spare: true, title: words.reason, width: 128, render: (_, row) => reasonOf(row) },
  { key: 'failCount', spare: true, title: words.failCount, dataIndex: 'failCount', width: 96, align: 'right' },
  {
    key: 'lastTime',
    spare: true,
    title: words.lastTime,
    width: 168,
    render: (_, row) => row.failCount > 0 && <EventTime at={row.lastTime} />,
  },
  { key: 'lastIp', spare: true, title: words.lastIp, dataIndex: 'lastIp', width: 136 },
  { key: 'orgName', spare: true, title: words.orgName, dataIndex: 'orgName', width: 144 },
  toolColumn<IncorrectLogin>(row => <RowTools name={row.loginName} tools={toolsOf(row)} />, 216),
]

function reasonOf({ locked, lockReason, lockedBy, method }: IncorrectLogin): string {
  if (!locked) return ''
  return lockReason === null ? text.reasons.wrong(text.methods[method]) : text.reasons.hand(lockedBy ?? text.reasons.somebody, lockReason)
}

function scopeOf({ lockedFor, lockedAddresses, method }: IncorrectLogin): string {
  if (lockedFor === null) return ''
  if (lockedFor === 'account') return text.scopes.account
  return lockedFor === 'all' ? text.scopes.all(text.methods[method]) : text.scopes.address(text.methods[method], lockedAddresses)
}

function Name({ row }: { row: IncorrectLogin }) {
  return row.userId === null ? <Tag>{text.stranger}</Tag> : row.realName
}

function State({ row }: { row: IncorrectLogin }) {
  return row.locked ? <StatusTag tone="bad">{text.states.locked}</StatusTag> : <StatusTag tone="plain">{text.states.open}</StatusTag>
}
