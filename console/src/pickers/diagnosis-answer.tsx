import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { diagnosis, type Diagnosis, type StepResult } from '@hufu/contract/federation/diagnosis'
import type { ReactNode } from 'react'
import { useCall } from '../platform/calls.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { StatusTag } from '../ui/tag.tsx'
import { AccessPaths } from './access-paths.tsx'
import { CopyText } from './copy-text.tsx'
import { Heal } from './diagnosis-heal.tsx'
import { text } from './diagnosis-text.ts'
import './diagnosis.css'

export interface Question {
  userId?: string
  appId?: string
  ip?: string
  trace?: string
}

/** Every step of one access, each passed, in the way or not reached, with what heals it. */
export function DiagnosisAnswer({ of: query, onLeave }: { of: Question; onLeave: () => void }) {
  const found = useCall(diagnosis.explain, { query, quietly: true })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={6} />
  return <Told of={found.data} onHealed={() => void found.refetch()} onLeave={onLeave} />
}

function Told({ of, onHealed, onLeave }: { of: Diagnosis; onHealed: () => void; onLeave: () => void }) {
  const { open, steps, app, person, ip, time, paths } = of
  const verdict = open ? text.open(app?.name) : text.closed(app?.name)
  const bad = steps.find(step => step.state === 'bad')
  const why = bad ? text.blockers[bad.blocker](bad.facts) : ''
  const notes = [...(time === null ? [] : [text.when(time)]), ...(ip === null ? [] : [text.at(ip)])]
  return (
    <section aria-live="polite">
      <p className="diagnosis-verdict">
        <span>
          {person.realName} <small>{person.userName}</small>
        </span>
        <StatusTag tone={open ? 'good' : 'bad'}>{verdict}</StatusTag>
        <CopyText label={text.reply} value={text.replyOf(person.realName, verdict, why)} />
      </p>
      {notes.length > 0 && <p className="diagnosis-notes">{notes.join(' · ')}</p>}
      <ol className="diagnosis-steps" aria-label={text.list}>
        {steps.map(step => (
          <Step key={step.step} of={step}>
            {step.state === 'bad' && <Heal of={of} blocker={step.blocker} onHealed={onHealed} onLeave={onLeave} />}
          </Step>
        ))}
      </ol>
      {app && paths.length > 0 && <AccessPaths paths={paths} />}
    </section>
  )
}

const icons = { good: CheckCircleFilled, bad: CloseCircleFilled, unreached: MinusCircleOutlined }

function Step({ of: { step, state, blocker, facts }, children }: { of: StepResult; children: ReactNode }) {
  const Icon = icons[state]
  return (
    <li className={`diagnosis-${state}`}>
      <Icon aria-hidden />
      <b>{text.steps[step]}</b>
      <span>{state === 'bad' ? text.blockers[blocker](facts) : text.states[state]}</span>
      <span className="diagnosis-heal">{children}</span>
    </li>
  )
}
