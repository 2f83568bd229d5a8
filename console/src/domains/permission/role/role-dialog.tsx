import { role, type Role } from '@hufu/contract/permission/role'
import { STRENGTHS, isWeaker, type Strength } from '@hufu/contract/sign-in/strength'
import { Form, Input, Radio } from 'antd'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ERROR_MS, REMARK_MAX } from '../../../platform/constants.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { EnabledField, NameAndCode } from '../../../ui/dialog/name-and-code.tsx'
import { legal } from '../../../ui/form/rules.ts'
import { isSuper } from './role-columns.tsx'
import { text } from './text.ts'
import { ROLE_LISTS } from './use-role-acts.tsx'

interface Typed {
  name: string
  code: string
  remark: string
  status: Flag
  secondFactor: Strength
}
interface Props {
  /** Absent: a new one. */
  row?: Role
  /** The role whose rights a new one takes over. */
  from?: Role
  onClose: () => void
}
const words = text.dialog

export function RoleDialog({ row, from, onClose }: Props) {
  const store = useStore(row, from)
  const own = row && { id: row.id }
  const isFixed = isOn(row?.builtIn)
  const isWhole = row !== undefined && isSuper(row)
  return (
    <FormDialog<Typed>
      title={row ? words.edit : from ? words.copy(roleName(from.name)) : words.add}
      initial={initialOf(row, from)}
      onSubmit={store}
      onClose={onClose}
    >
      {isWhole && <p className="dialog-note">{words.superHint}</p>}
      {from && <p className="dialog-note">{words.copyHint(from.menuCount, from.buttonCount)}</p>}
      <NameAndCode
        words={isFixed ? { ...words, codeHint: words.codeFixed } : words}
        isNameTaken={(name, signal) => fetchData(role.nameTaken, { query: { name, ...own }, signal })}
        isCodeTaken={(code, signal) => fetchData(role.codeTaken, { query: { code, ...own }, signal })}
        fixed={{ name: isWhole, code: isFixed }}
      />
      <SecondFactor row={row} />
      {!isWhole && (
        <Form.Item name="remark" label={words.remark} rules={[legal]}>
          <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      )}
      {!row && <EnabledField label={words.status} />}
    </FormDialog>
  )
}

const choices = STRENGTHS.map(value => ({ value, label: words.secondFactors[value] }))

/** The second factor the role requires. Before a stricter choice is saved, the number of affected holders is shown. */
function SecondFactor({ row }: { row: Role | undefined }) {
  const chosen = Form.useWatch<Strength | undefined>('secondFactor')
  const isStricter = row !== undefined && row.userCount > 0 && chosen !== undefined && isWeaker(row.secondFactor, chosen)
  return (
    <Form.Item
      name="secondFactor"
      label={words.secondFactor}
      extra={isStricter ? <output className="role-stricter">{words.secondFactorNow(row.userCount)}</output> : words.secondFactorHint}
    >
      <Radio.Group options={choices} vertical />
    </Form.Item>
  )
}

function initialOf(row: Role | undefined, from: Role | undefined): Partial<Typed> {
  if (row) return { name: row.name, code: row.code, remark: row.remark ?? '', secondFactor: row.secondFactor }
  if (!from) return { status: 1, secondFactor: '' }
  return { name: words.copyName(from.name), remark: from.remark ?? '', status: 1, secondFactor: from.secondFactor }
}

/** Saves the form; false if the dialog must stay open. */
function useStore(row: Role | undefined, from: Role | undefined) {
  const refreshes = { refreshes: ROLE_LISTS }
  const save = useAction(role.save, refreshes)
  const update = useAction(role.update, refreshes)
  const grant = useAction(role.saveAuth, refreshes)
  const say = () => notifier.done(text.acts.saved)
  const copy = async (id: string, source: Role) => {
    const { menuIds, buttonIds } = await fetchData(role.auth, { query: { id: source.id } })
    return ok(await grant.run({ body: { id, menuIds, buttonIds } }))
  }
  return async ({ name, code, remark, status, secondFactor }: Typed) => {
    if (row) {
      if (!ok(await update.run({ body: { id: row.id, name, code, remark, secondFactor, version: row.version } }))) return false
      say()
      return true
    }
    const answer = await save.run({ body: { name, code, remark, secondFactor, status } })
    if (!ok(answer)) return false
    // The role exists now, so the dialog must not create another.
    if (from && !(await copy(answer.data.id, from).catch(() => false))) notifier.toast(words.copyFailed, ERROR_MS, 'error')
    else say()
    return true
  }
}
