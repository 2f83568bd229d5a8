import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { diagnosis, type Diagnosis, type StepResult } from '@hufu/contract/federation/diagnosis'
import { named } from '@hufu/contract/text'
import { type ReactNode, useState } from 'react'
import { Button } from 'antd'
import { useCall } from '../../platform/calls.ts'
import { Loaded } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/tag.tsx'
import { AccessPaths } from './access-paths.tsx'
import { FixButton } from './diagnosis-fix.tsx'
import { text } from './diagnosis-text.ts'
import { inBackground } from '../../platform/error-log.ts'
import { text as uiText } from '../../ui/text.ts'
import './diagnosis.css'

export interface Question {
  userId?: string
  appId?: string
  ip?: string
  trace?: string
}

/** Every step of one access: passed, blocking or not reached, with what fixes it. */
export function DiagnosisAnswer({ of: query, onLeave }: { of: Question; onLeave: () => void }) {
  const found = useCall(diagnosis.explain, { query, quietly: true })
  return (
    <Loaded of={found} lines={6}>
      {data => <Answer of={data} onFixed={() => void found.refetch()} onLeave={onLeave} />}
    </Loaded>
  )
}

function Answer({ of, onFixed, onLeave }: { of: Diagnosis; onFixed: () => void; onLeave: () => void }) {
  const { open, steps, app, person, ip, time, paths } = of
  const verdict = open ? text.open(app?.name) : text.closed(app?.name)
  const blocking = steps.filter(isBlocking)
  const why = named.parts(blocking.map(step => text.blockers[step.blocker](step.facts)))
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
            {isBlocking(step) && <FixButton of={of} blocker={step.blocker} onFixed={onFixed} onLeave={onLeave} />}
          </Step>
        ))}
      </ol>
      {app && paths.length > 0 && <AccessPaths paths={paths} />}
    </section>
  )
}

const isBlocking = ({ state }: StepResult): boolean => state === 'bad' || state === 'pending'
const icons = { good: CheckCircleFilled, pending: ExclamationCircleFilled, bad: CloseCircleFilled, unreached: MinusCircleOutlined }

function Step({ of, children }: { of: StepResult; children: ReactNode }) {
  const { step, state, blocker, facts } = of
  const Icon = icons[state]
  return (
    <li className={`diagnosis-${state}`}>
      <Icon aria-hidden />
      <b>{text.steps[step]}</b>
      <span>{state === 'good' || state === 'unreached' ? text.states[state] : text.blockers[blocker](facts)}</span>
      <span className="diagnosis-heal">{children}</span>
    </li>
  )
}

/** A sentence to send to somebody, with a labelled copy button. */
function CopyText({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    inBackground(navigator.clipboard?.writeText(value).then(() => setCopied(true)))
  }
  return (
    <Button type="link" size="small" className="copy" onClick={copy}>
      {copied ? uiText.failure.copied : label}
    </Button>
  )
}
