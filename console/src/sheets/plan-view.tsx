import { DownloadOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import type { CheckReply } from '@hufu/contract/import'
import { named } from '@hufu/contract/text'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../platform/client.ts'
import { type Choice, type Filter, PlanFilters } from './plan-filters.tsx'
import { PlanTable } from './plan-table.tsx'
import type { SheetImport } from './sheet-import.ts'
import { text } from './text.ts'
import { useTyped } from './use-typed.ts'
import type { Import } from './use-import.ts'

interface Props {
  kind: SheetImport
  plan: CheckReply
  fileName: string
  course: Import
}
/** What the sheet would do, row by row; nothing is written yet. */
export function PlanView({ kind, plan, fileName, course }: Props) {
  const [filter, setFilter] = useState<Filter>(plan.fail > 0 ? 'refused' : '')
  const toWrite = plan.fresh + plan.changed
  const typed = useTyped(plan.planId)
  const faulty = plan.errorFileId
  const choices: Choice[] = [
    ['', text.plan.all, plan.total],
    ['new', text.plan.verdicts.new, plan.fresh],
    ['changed', text.plan.verdicts.changed, plan.changed],
    ['unchanged', text.plan.verdicts.unchanged, plan.unchanged],
    ['refused', text.plan.verdicts.refused, plan.fail],
  ]
  return (
    <>
      <div className="plan-head">
        <p className="plan-words">
          <strong>{text.plan.checked(fileName)}</strong>{' '}
          {named.parts([text.plan.willWrite(plan.fresh, plan.changed), plan.fail > 0 ? text.plan.willSkip(plan.fail) : ''].filter(Boolean))}
          <span className="plan-note">{text.plan.expires}</span>
        </p>
        <div className="plan-acts">
          {faulty !== null && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void download(file.download, { query: { fileId: faulty } }).catch(() => undefined)}
            >
              {text.plan.problemsOnly(plan.fail)}
            </Button>
          )}
          <Button onClick={course.again}>{text.plan.again}</Button>
          <Button type="primary" disabled={toWrite === 0} loading={course.starting} onClick={() => void course.start(plan)}>
            {toWrite === 0 ? text.plan.nothing : text.plan.commit(toWrite)}
          </Button>
        </div>
      </div>
      {plan.withoutPassword > 0 && kind.Before && <kind.Before />}
      <PlanFilters of={choices} value={filter} onChange={setFilter} />
      {plan.fail > 0 && (
        <div className="plan-mend">
          <p>{text.mend.hint}</p>
          <Button loading={course.repairing} disabled={typed.count === 0} onClick={() => void course.repair(plan, typed.rows(), false)}>
            {text.mend.again(typed.count)}
          </Button>
          <Button loading={course.repairing} onClick={() => void course.repair(plan, typed.rows(), true)}>
            {text.mend.suggested}
          </Button>
        </div>
      )}
      <PlanTable key={`${plan.planId} ${filter}`} planId={plan.planId} verdict={filter} typed={typed} />
    </>
  )
}
