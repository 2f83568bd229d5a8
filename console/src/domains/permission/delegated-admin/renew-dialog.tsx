import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { Form } from 'antd'
import { fetchData } from '../../../platform/calls.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { endProblem, scopeOf, typedOf } from './delegation-draft.ts'
import { periodOf } from './delegation-state.tsx'
import { text } from './text.ts'
import { useDelegationStore } from './use-delegation-store.tsx'

const words = text.renew

/**
 * Changes only the end of a delegation. An earlier end may shorten those that derive from it, which is asked about before saving.
 */
export function RenewDialog({ row, onClose }: { row: DelegatedAdmin; onClose: () => void }) {
  const store = useDelegationStore(onClose)
  const submit = async ({ endTime }: { endTime: string | null }) => {
    const delegation = await fetchData(delegatedAdmin.byId, { query: { id: row.id } })
    const { id, menuIds, buttonIds, belowCount } = delegation
    const extent = { ...scopeOf(typedOf(delegation.orgId, delegation)), endTime }
    await store.change({ id, ...extent, menuIds, buttonIds, version: row.version }, belowCount)
    return false
  }
  return (
    <FormDialog small title={words.title(row.realName)} initial={{ endTime: row.endTime }} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">
        {row.orgName} · {words.now} {periodOf(row.beginTime, row.endTime)}
      </p>
      <Form.Item name="endTime" label={words.end} extra={words.hint} rules={[rule<string | null>(end => endProblem(end, row.beginTime))]}>
        <DayField placeholder={text.always} />
      </Form.Item>
    </FormDialog>
  )
}
