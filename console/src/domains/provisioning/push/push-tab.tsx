import { push, type PushState } from '@hufu/contract/provisioning/push'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { TaskDialog } from '../../../ui/dialog/task-dialog.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { usePollWhile } from '../../../ui/list/use-poll-while.ts'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import { Empty, Missing } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { PushDryRunPart } from './push-dry-run.tsx'
import { PushHeld } from './push-held.tsx'
import { text } from './push-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import './push-tab.css'

const words = text.fields

/** What was pushed to the application, what is waiting, and what prevents it. */
export default function PushTab({ of }: TabProps) {
  const state = useCall(push.state, { query: { appId: of.id }, quietly: true })
  const [taskId, setTaskId] = useState<string>()
  const aligning = useAction(push.align)
  const look = () => inBackground(state.refetch())
  usePollWhile((state.data?.queued ?? 0) > 0 && state.data?.state === 'open', look)
  if (!state.data) return <Missing of={state} lines={8} />
  if (state.data.openPush === 0)
    return (
      <div className="push-tab">
        <Empty title={text.off} hint={text.offHint} />
        {state.data.mayDryRun && <PushDryRunPart appId={of.id} />}
      </div>
    )
  const align = () =>
    confirmAct({
      title: text.alignTitle,
      content: text.alignText,
      okText: text.align,
      run: async () => {
        const answer = await aligning.run({ body: { appId: of.id } })
        if (ok(answer)) setTaskId(answer.data)
      },
    })
  const alignButton = (
    <ActButton call={push.align} onClick={align}>
      {text.align}
    </ActButton>
  )
  const shown = text.states[state.data.state]
  return (
    <div className="push-tab">
      <Alert type={alerts[state.data.state]} title={shown.says} showIcon role="note" />
      <State of={state.data} />
      {state.data.held.count > 0 && <PushHeld of={state.data} onReleased={look} />}
      <MannerField name="kind" of={state.data} onSaved={look} />
      <MannerField name="phone" of={state.data} onSaved={look} />
      {state.data.pushObject !== 'org' && <MannerField name="scope" of={state.data} onSaved={look} />}
      {state.data.mayDryRun ? <PushDryRunPart appId={of.id}>{alignButton}</PushDryRunPart> : <p className="push-acts">{alignButton}</p>}
      {taskId !== undefined && (
        <TaskDialog
          taskId={taskId}
          title={text.align}
          onFinish={({ message }) => notifier.done(message)}
          onClose={() => {
            setTaskId(undefined)
            look()
          }}
        />
      )}
    </div>
  )
}

const alerts = { open: 'success', held: 'warning', broken: 'error' } as const
const tones = { open: 'good', held: 'warn', broken: 'bad' } as const

function State({ of }: { of: PushState }) {
  const shown = text.states[of.state]
  const mayOpenLog = useMayOpen()('/sync/syncLog')
  return (
    <Descriptions
      of={[
        [
          words.state,
          <StatusTag key="state" tone={tones[of.state]}>
            {shown.name}
          </StatusTag>,
        ],
        [words.object, of.pushObject && text.objects[of.pushObject]],
        [words.queued, text.count(of.queued)],
        [words.waitingSince, of.waitingSince && <Time key="waiting" at={of.waitingSince} />],
        [words.lastTime, of.lastTime && <Time key="last" at={of.lastTime} />],
        [words.told, text.told(of.told.user, of.told.org)],
        [words.lastError, of.lastFault && <LastError key="error" of={of} />],
        [
          words.failed,
          <span key="failed">
            {text.count(of.failed)}{' '}
            {of.failed > 0 && mayOpenLog && <Link to={`/sync/syncLog?appId=${of.appId}&result=0`}>{text.openLog}</Link>}
          </span>,
        ],
        ...(of.retryTime ? [[words.retry, <Time key="retry" at={of.retryTime} />] as const] : []),
      ]}
    />
  )
}

const LastError = ({ of: { lastFault, lastFaultTime } }: { of: PushState }) => (
  <>
    {lastFaultTime && <Time at={lastFaultTime} />} {lastFault}
  </>
)

/** A push option of the application, saved at once; read only for users who may not set it. */
function MannerField<M extends keyof typeof text.manners>({ of, name, onSaved }: { of: PushState; name: M; onSaved: () => void }) {
  const save = useAction(push.updateSetting)
  const maySet = useMay()(push.updateSetting)
  const { label, hint, saved, options } = text.manners[name]
  const choose = async (value: PushState[M]) => {
    if (!ok(await save.run({ body: { appId: of.appId, phone: of.phone, [name]: value } }))) return
    notifier.done(saved)
    onSaved()
  }
  return (
    <p className="push-phone">
      <label htmlFor={`push-${name}`}>{label}</label>
      <Select<PushState[M]>
        id={`push-${name}`}
        value={of[name]}
        disabled={!maySet}
        loading={save.pending}
        options={Object.entries(options).map(([value, title]) => ({ value: value as PushState[M], label: title }))}
        onChange={value => void choose(value)}
      />
      <span className="push-hint">{hint}</span>
    </p>
  )
}
