import { gradeAdmin, type GradeAdmin } from '@hufu/contract/permission/grade-admin'
import { Form } from 'antd'
import { fetchData } from '../../../platform/calls.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { endFault, reachOf, typedOf } from './grade-draft.ts'
import { periodOf } from './grade-state.tsx'
import { text } from './text.ts'
import { useGradeStore } from './use-grade-store.tsx'

const words = text.renew

/** Another end for a grant; all else stays. Brought nearer it may cut what hangs on it, which is asked about as ever. */
export function RenewDialog({ row, onClose }: { row: GradeAdmin; onClose: () => void }) {
  const store = useGradeStore(onClose)
  const submit = async ({ endTime }: { endTime: string | null }) => {
    const grade = await fetchData(gradeAdmin.byId, { query: { id: row.id } })
    const { id, menuIds, buttonIds, belowCount } = grade
    const reach = { ...reachOf(typedOf(grade.orgId, grade)), endTime }
    await store.change({ id, ...reach, menuIds, buttonIds, version: row.version }, belowCount)
    return false
  }
  return (
    <FormDialog small title={words.title(row.realName)} initial={{ endTime: row.endTime }} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">
        {row.orgName} · {words.now} {periodOf(row.beginTime, row.endTime)}
      </p>
      <Form.Item name="endTime" label={words.end} extra={words.hint} rules={[rule<string | null>(end => endFault(end, row.beginTime))]}>
        <DayField placeholder={text.always} />
      </Form.Item>
    </FormDialog>
  )
}
