import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { app, type AppGroup, appGroup } from '@hufu/contract/apps/app'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { INPUT_MAX } from '../../../../platform/constants.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import '../../../../ui/form/transfer.css'
import { text } from '../text.ts'

const words = text.groups
const REFRESHED = { refreshes: [appGroup.list, app.page, app.byId] as const }
const NONE: readonly AppGroup[] = []

/** Adds, renames, orders and deletes groups. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { data: groups = NONE } = useCall(appGroup.list)
  const save = useAction(appGroup.save, REFRESHED)
  const setSortNum = useAction(appGroup.setSortNum, REFRESHED)
  const add = async (name: string) => ok(await save.run({ body: { name, sortNum: (groups.at(-1)?.sortNum ?? 0) + 1 } }))
  /** Saves only groups whose number has changed. */
  const order = async (list: readonly AppGroup[]) => {
    for (const [index, { id, sortNum }] of list.entries())
      if (sortNum !== index + 1 && !ok(await setSortNum.run({ query: { id, sortNum: index + 1 } }))) return
  }
  const move = (at: number, by: 1 | -1) => {
    const list = [...groups]
    list.splice(at + by, 0, ...list.splice(at, 1))
    inBackground(order(list))
  }
  return (
    <Dialog title={words.manage} onClose={onClose} footer={<Button onClick={onClose}>{words.close}</Button>}>
      <p className="dialog-words">{words.hint}</p>
      <NameForm label={words.add} okText={words.add} onSave={add} />
      {groups.length === 0 ? (
        <p className="app-none">{words.none}</p>
      ) : (
        <ul className="app-group-rows" aria-label={words.list}>
          {groups.map((group, at) => (
            <GroupRow key={group.id} group={group} isFirst={at === 0} isLast={at === groups.length - 1} onMove={by => move(at, by)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface NameProps {
  label: string
  okText: string
  initial?: string
  onSave: (name: string) => Promise<boolean>
  onCancel?: () => void
}
function NameForm({ label, okText, initial = '', onSave, onCancel }: NameProps) {
  const [name, setName] = useState(initial)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (typed === '' || !(await onSave(typed))) return
    setName('')
    notifier.done(text.saved)
  }
  return (
    <form className="app-group-form" onSubmit={event => void submit(event)}>
      <Input
        aria-label={label}
        placeholder={words.name}
        maxLength={INPUT_MAX}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Button htmlType="submit" disabled={name.trim() === ''}>
        {okText}
      </Button>
      {onCancel && (
        <Button type="text" onClick={onCancel}>
          {words.cancel}
        </Button>
      )}
    </form>
  )
}

interface RowProps {
  group: AppGroup
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
}
function GroupRow({ group: { id, name, appCount }, isFirst, isLast, onMove }: RowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const update = useAction(appGroup.update, REFRESHED)
  const remove = useAction(appGroup.remove, REFRESHED)
  const rename = async (typed: string) => {
    const isStored = ok(await update.run({ body: { id, name: typed } }))
    if (isStored) setRenaming(false)
    return isStored
  }
  const askRemove = () =>
    appCount > 0
      ? notifier.alert(words.cannotRemove(name), words.holds(appCount))
      : confirmAct({
          title: words.removeTitle(name),
          content: words.removeText,
          okText: words.removeWord,
          danger: true,
          run: async () => ok(await remove.run({ body: { ids: [id] } })) && notifier.done(text.removed),
        })
  if (isRenaming)
    return (
      <li>
        <NameForm label={words.rename(name)} okText={words.save} initial={name} onSave={rename} onCancel={() => setRenaming(false)} />
      </li>
    )
  return (
    <li>
      <span className="chooser-name" title={name}>
        {name}
      </span>
      <span className="chooser-count">{words.count(appCount)}</span>
      <Button
        type="text"
        size="small"
        icon={<UpOutlined aria-hidden />}
        aria-label={words.up(name)}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DownOutlined aria-hidden />}
        aria-label={words.down(name)}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <Button type="link" size="small" aria-label={words.rename(name)} onClick={() => setRenaming(true)}>
        {words.renameWord}
      </Button>
      <Button type="link" size="small" danger aria-label={words.remove(name)} onClick={askRemove}>
        {words.removeWord}
      </Button>
    </li>
  )
}
