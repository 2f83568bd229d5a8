import { type UserBrief, user } from '@hufu/contract/user'
import { Button, Input, Tag } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useCall } from '../kernel/calls.ts'
import { debounce } from '../kernel/debounce.ts'
import { type Columns, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { text as parts } from '../parts/text.ts'
import { useDialog } from '../parts/use-dialog.ts'
import type { Selection } from '../parts/use-selection.ts'
import { text } from './text.ts'
import './pickers.css'

export type Brief = z.infer<typeof UserBrief>

interface DialogProps {
  title?: string
  chosen?: readonly Brief[]
  /** One person only. */
  single?: boolean
  onChoose: (people: Brief[]) => void
  onClose: () => void
}

const SHOWN = 10
const NOBODY: readonly Brief[] = []

/** People sought by name, account, pinyin, phone or number; whoever is ticked stays ticked from search to search. */
export function UserDialog({ title = text.user.chooseTitle, chosen = NOBODY, single = false, onChoose, onClose }: DialogProps) {
  const [searchKey, setSearchKey] = useState('')
  const [paging, setPaging] = useState({ current: 1, size: SHOWN })
  const [people, setPeople] = useState<readonly Brief[]>(chosen)
  const found = useCall(user.pick, { query: { ...paging, searchKey }, keepPrevious: true })
  const [type] = useState(() =>
    debounce((typed: string) => {
      setSearchKey(typed.trim())
      setPaging(now => ({ ...now, current: 1 }))
    }),
  )
  const finish = () => {
    onChoose([...people])
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{parts.dialog.cancel}</Button>
      <Button type="primary" disabled={people.length === 0} onClick={finish}>
        {single ? parts.dialog.ok : text.user.chosen(people.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <Input
        aria-label={text.user.find}
        placeholder={text.user.find}
        allowClear
        maxLength={50}
        onChange={event => type(event.target.value)}
      />
      <People people={people} onChange={setPeople} />
      <DataTable<Brief>
        label={text.user.list}
        of={found}
        columns={columns}
        paging={paging}
        onPage={setPaging}
        rowName={person => person.realName}
        selection={ticked(people, single, setPeople)}
        empty={{ title: text.user.nothing }}
      />
    </Dialog>
  )
}

function People({ people, onChange }: { people: readonly Brief[]; onChange: (people: readonly Brief[]) => void }) {
  return (
    <section className="people" aria-label={text.user.chosenLabel}>
      {people.map(person => (
        <Tag
          key={person.id}
          closable={{ 'aria-label': text.user.remove(person.realName) }}
          onClose={() => onChange(people.filter(other => other.id !== person.id))}
        >
          {person.realName}
        </Tag>
      ))}
    </section>
  )
}

/** The people chosen, said as a selection of table rows. */
function ticked(people: readonly Brief[], single: boolean, onChange: (people: Brief[]) => void): Selection<Brief> {
  const choose = (_ids: string[], rows: (Brief | undefined)[]) => {
    const known = new Map([...people, ...rows.filter(row => row !== undefined)].map(person => [person.id, person]))
    const next = _ids.map(id => known.get(id)).filter(person => person !== undefined)
    onChange(single ? next.slice(-1) : next)
  }
  return {
    ids: people.map(person => person.id),
    rows: [...people],
    everything: false,
    count: () => people.length,
    choose,
    chooseEverything: () => undefined,
    clear: () => onChange([]),
  }
}

const columns: Columns<Brief> = [
  { key: 'realName', title: text.user.columns.realName, dataIndex: 'realName', width: 120 },
  { key: 'userName', title: text.user.columns.userName, dataIndex: 'userName', width: 140 },
  { key: 'orgName', title: text.user.columns.orgName, dataIndex: 'orgName', ellipsis: true },
]

interface Props {
  value?: readonly Brief[]
  onChange?: (people: Brief[]) => void
  id?: string
  single?: boolean
  disabled?: boolean
}

/** A field that holds people. */
export function UserSelect({ value = NOBODY, onChange, id, single = false, disabled = false }: Props) {
  const dialog = useDialog()
  const change = (people: readonly Brief[]) => onChange?.([...people])
  return (
    <div className="user-select">
      <People people={value} onChange={change} />
      <Button {...(id !== undefined && { id })} disabled={disabled} aria-haspopup="dialog" onClick={() => dialog.open()}>
        {text.user.choose}
      </Button>
      {dialog.isOpen && <UserDialog chosen={value} single={single} onChoose={change} onClose={dialog.close} />}
    </div>
  )
}
