import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { INPUT_MAX } from '../../platform/constants.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { Empty } from '../../ui/states.tsx'
import { DiagnosisAnswer } from './diagnosis-answer.tsx'
import type { Opened } from './diagnosis-drawer.tsx'
import { text } from './diagnosis-text.ts'

const UserDialog = lazyComponent(() => import('../user/user-dialog.tsx'))
const TRACE_MAX = 64

/** Asks for user, application and address, or for the trace number of an attempt, which has all three. */
export default function DiagnosisBox({ of, isBrief = false, onLeave }: { of: Opened; isBrief?: boolean; onLeave: () => void }) {
  const [person, setPerson] = useState(of.person)
  const [appId, setAppId] = useState(of.appId ?? '')
  const [ip, setIp] = useState(of.ip ?? '')
  const [trace, setTrace] = useState(of.trace ?? '')
  const [isPicking, setPicking] = useState(false)
  const question = {
    ...(person && { userId: person.id }),
    ...(appId !== '' && { appId }),
    ...(ip !== '' && { ip }),
    ...(trace !== '' && !person && { trace }),
  }
  return (
    <>
      <div className="diagnosis-ask">
        <Form.Item label={text.person} layout="vertical">
          <Button block onClick={() => setPicking(true)}>
            {person ? `${person.realName} ${person.userName}` : text.choosePerson}
          </Button>
        </Form.Item>
        <Form.Item label={text.app} layout="vertical" htmlFor="diagnosis-app">
          <AppField value={appId} onChange={setAppId} />
        </Form.Item>
        {!isBrief && (
          <Form.Item label={text.ip} layout="vertical" htmlFor="diagnosis-ip">
            <CommitInput id="diagnosis-ip" value={ip} placeholder={text.ipHint} max={INPUT_MAX} onCommit={setIp} />
          </Form.Item>
        )}
        {!person && !isBrief && (
          <Form.Item label={text.trace} layout="vertical" htmlFor="diagnosis-trace">
            <CommitInput id="diagnosis-trace" value={trace} placeholder={text.traceHint} max={TRACE_MAX} onCommit={setTrace} />
          </Form.Item>
        )}
      </div>
      {person || trace !== '' ? (
        <DiagnosisAnswer of={question} onLeave={onLeave} />
      ) : isBrief ? (
        <p className="diagnosis-notes">{text.hint}</p>
      ) : (
        <Empty title={text.hint} />
      )}
      {isPicking && <UserDialog max={1} title={text.choosePerson} onChoose={([one]) => setPerson(one)} onClose={() => setPicking(false)} />}
    </>
  )
}

function AppField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data = [], isFetching } = useCall(diagnosis.apps)
  return (
    <Select<string>
      id="diagnosis-app"
      className="app-select"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      value={value}
      options={[{ value: '', label: text.console }, ...data.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={onChange}
    />
  )
}

interface CommitProps {
  id: string
  value: string
  placeholder: string
  max: number
  onCommit: (value: string) => void
}

/** Reports its value when left or on Enter, not at each letter. */
function CommitInput({ id, value, placeholder, max, onCommit }: CommitProps) {
  const [typed, setTyped] = useState(value)
  const commit = () => onCommit(typed.trim())
  return (
    <Input
      id={id}
      value={typed}
      maxLength={max}
      placeholder={placeholder}
      allowClear
      onChange={event => setTyped(event.target.value)}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}
