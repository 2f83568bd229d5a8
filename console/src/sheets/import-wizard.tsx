import { Radio } from 'antd'
import { useState } from 'react'
import { TaskDialog } from '../ui/dialog/task-dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { PlanResult } from './plan-result.tsx'
import { PlanView } from './plan-view.tsx'
import type { SheetImport } from './sheet-import.ts'
import { StepList } from '../ui/step-list.tsx'
import { text } from './text.ts'
import { type Stage, useImport } from './use-import.ts'
import './import.css'
import './plan.css'

interface Props {
  kinds: readonly [SheetImport, ...SheetImport[]]
  /** Why nothing can be imported. */
  blockedBecause: string | undefined
}
/** The import of a workbook: template, upload, dry run, import. */
export function ImportWizard({ kinds, blockedBecause }: Props) {
  const [key, setKey] = useState(kinds[0].key)
  const kind = kinds.find(one => one.key === key) ?? kinds[0]
  return (
    <div className="import">
      {kinds.length > 1 && (
        <Radio.Group
          optionType="button"
          aria-label={text.kinds}
          value={kind.key}
          onChange={event => setKey(event.target.value as string)}
          options={kinds.map(({ key, label }) => ({ value: key, label }))}
        />
      )}
      <Sheet key={kind.key} kind={kind} blockedBecause={blockedBecause} />
    </div>
  )
}

/** The import of one kind of sheet; choosing another starts over. */
function Sheet({ kind, blockedBecause }: Pick<Props, 'blockedBecause'> & { kind: SheetImport }) {
  const course = useImport(kind)
  const { stage } = course
  return (
    <>
      <StepList label={text.stepsLabel} names={text.steps} now={stepOf(stage)} />
      {(stage.at === 'choose' || stage.at === 'checking') && (
        <ChooseFile kind={kind} course={course} stage={stage} blockedBecause={blockedBecause} />
      )}
      {stage.at === 'checked' && <PlanView kind={kind} plan={stage.plan} fileName={stage.fileName} course={course} />}
      {stage.at === 'writing' && (
        <TaskDialog
          taskId={stage.taskId}
          title={text.done.title}
          onFinish={task => course.end('finished', task.message, task.fileId)}
          onError={message => course.end('failed', message)}
          onClose={() => void course.left(stage.taskId)}
        />
      )}
      {(stage.at === 'over' || stage.at === 'writing') && <PlanResult key={stage.at} kind={kind} stage={stage} course={course} />}
    </>
  )
}

function stepOf(stage: Stage): number {
  if (stage.at === 'choose') return stage.gotTemplate ? 1 : 0
  return { checking: 2, checked: 2, writing: 3, over: 3 }[stage.at]
}
