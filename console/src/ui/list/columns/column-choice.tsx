import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { type ColumnLayout, listPreference } from '@hufu/contract/operations/list-preference'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { useStore } from '../../../platform/store.ts'
import { Dialog } from '../../dialog/dialog.tsx'
import { text } from '../../text.ts'
import { type StoredLayout, usePreferenceChange } from './use-columns.ts'
import './column-choice.css'

const words = text.columns
const without = (keys: readonly string[], key: string) => keys.filter(one => one !== key)

/** Chooses visible columns, their order and those fixed at the left; shown at once and saved at the end. */
export default function ColumnChoice({ of, onClose }: { of: StoredLayout; onClose: () => void }) {
  const { choosable, layout: offered, usual } = useStore(of.offered, was => was)
  const show = usePreferenceChange(of.list)
  const save = useAction(listPreference.saveColumns)
  const [changed, setChanged] = useState<ColumnLayout | null>()
  // The table offers the changed layout only once it is drawn; a second click may come before.
  const layout = changed === undefined ? offered : (changed ?? usual)
  const change = (columns: ColumnLayout | null) => {
    setChanged(columns)
    show({ columns })
  }
  const close = () => {
    if (changed !== undefined) inBackground(save.run({ body: { list: of.list, columns: changed } }))
    onClose()
  }
  const keys = [...layout.order, ...choosable.map(one => one.key)].filter((key, at, all) => all.indexOf(key) === at)
  const rows = keys.flatMap(key => choosable.filter(one => one.key === key))
  const order = rows.map(row => row.key)
  const move = (at: number, by: -1 | 1) => {
    const next = [...order]
    next.splice(at + by, 0, ...next.splice(at, 1))
    change({ ...layout, order: next })
  }
  const toggle = (part: 'hidden' | 'pinned', key: string, isIn: boolean) =>
    change({ ...layout, order, [part]: isIn ? [...layout[part], key] : without(layout[part], key) })
  return (
    <Dialog
      small
      title={words.title}
      onClose={close}
      footer={
        <>
          <Button onClick={() => change(null)} disabled={layout === usual}>
            {words.reset}
          </Button>
          <Button type="primary" onClick={close}>
            {words.done}
          </Button>
        </>
      }
    >
      <ul className="column-choice">
        {rows.map(({ key, label }, at) => {
          const isPinned = layout.pinned.includes(key)
          return (
            <li key={key}>
              <Checkbox checked={!layout.hidden.includes(key)} onChange={event => toggle('hidden', key, !event.target.checked)}>
                {label}
              </Checkbox>
              <span>
                <Small
                  name={isPinned ? words.unpin(label) : words.pin(label)}
                  icon={isPinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                  onClick={() => toggle('pinned', key, !isPinned)}
                />
                <Small name={words.up(label)} icon={<ArrowUpOutlined aria-hidden />} disabled={at === 0} onClick={() => move(at, -1)} />
                <Small
                  name={words.down(label)}
                  icon={<ArrowDownOutlined aria-hidden />}
                  disabled={at === rows.length - 1}
                  onClick={() => move(at, 1)}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

interface SmallProps {
  name: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
}
function Small({ name, ...rest }: SmallProps) {
  return <Button type="text" size="small" aria-label={name} title={name} {...rest} />
}
