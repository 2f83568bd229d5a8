import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import type { Flag } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { EnabledField, NameAndCode, RemarkField, SortNumField } from '../../../ui/dialog/name-and-code.tsx'
import { text } from './text.ts'
import { refreshesOf } from './use-position-attribute-acts.tsx'

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string | null
  status: Flag
}
interface Props {
  kind: PositionAttributeKind
  /** Absent: a new one. */
  row: PositionAttribute | undefined
  onClose: () => void
}

const words = text.dialog

export default function PositionAttributeDialog({ kind, row, onClose }: Props) {
  const calls = positionAttribute[kind]
  const save = useAction(calls.save, { refreshes: refreshesOf(kind) })
  const update = useAction(calls.update, { refreshes: refreshesOf(kind) })
  const own = row ? { id: row.id } : {}
  const submit = async ({ name, code, sortNum, remark, status }: Typed) => {
    const body = { name, code, remark: remark ?? '', ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope = row
      ? await update.run({ body: { ...body, id: row.id, version: row.version } })
      : await save.run({ body: { ...body, status } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(row.name) : text.add(text.faces[kind].name)}
      initial={row ? { ...row, status: row.status as Flag } : { name: '', code: '', status: 1 }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <NameAndCode
          words={words}
          isNameTaken={(name, signal) => fetchData(calls.nameTaken, { query: { name, ...own }, signal })}
          isCodeTaken={(code, signal) => fetchData(calls.codeTaken, { query: { code, ...own }, signal })}
        />
        <SortNumField label={words.sortNum} hint={words.sortHint} />
        {!row && <EnabledField label={words.status} />}
      </div>
      <RemarkField label={words.remark} />
    </FormDialog>
  )
}
