import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, DownloadOutlined } from '@ant-design/icons'
import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { useState } from 'react'
import { download } from '../platform/client.ts'
import { type Choice, type Filter, PlanFilters } from './plan-filters.tsx'
import { PlanTable } from './plan-table.tsx'
import type { SheetImport } from './sheet-import.ts'
import { text } from './text.ts'
import type { Ending, Import, Outcome } from './use-import.ts'

const words = text.done
const { verdicts } = text.plan
const choices: Choice[] = [
  ['', text.plan.all],
  ['done', verdicts.done],
  ['unchanged', verdicts.unchanged],
  ['refused', verdicts.refused],
]
const icons: Record<Ending, typeof CheckCircleOutlined> = {
  finished: CheckCircleOutlined,
  cancelled: CloseCircleOutlined,
  failed: CloseCircleOutlined,
  running: ClockCircleOutlined,
}
const hints: Partial<Record<Ending, string>> = { cancelled: words.cancelledHint, running: words.runningHint }

/** The result: what was written, what was not, and the next steps. */
export function PlanResult({ kind: { After }, stage, course }: { kind: SheetImport; stage: Outcome; course: Import }) {
  const { ending, message, fileId, plan } = stage
  const hasRefused = ending === 'finished' && plan.fail > 0
  const [filter, setFilter] = useState<Filter>(hasRefused ? 'refused' : '')
  const Icon = icons[ending]
  return (
    <>
      <section className={`import-end import-${ending}`} aria-live="polite">
        <Icon aria-hidden className="import-end-icon" />
        <div className="import-end-words">
          <h2 className="import-title">{words[ending]}</h2>
          <p className="import-hint">{message || hints[ending]}</p>
        </div>
        <div className="plan-acts">
          {ending === 'running' && <Button onClick={course.watch}>{words.look}</Button>}
          {fileId !== null && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void download(file.download, { query: { fileId } }).catch(() => undefined)}
            >
              {words.result}
            </Button>
          )}
          <Button type="primary" onClick={course.again}>
            {hasRefused ? words.again : words.next}
          </Button>
        </div>
      </section>
      {ending === 'finished' && After && <After withoutPassword={plan.withoutPassword} since={plan.createTime} />}
      {ending !== 'running' && (
        <>
          <PlanFilters of={choices} value={filter} onChange={setFilter} />
          <PlanTable key={filter} planId={plan.planId} verdict={filter} />
        </>
      )}
    </>
  )
}
