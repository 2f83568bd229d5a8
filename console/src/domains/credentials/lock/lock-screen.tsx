import { factor } from '@hufu/contract/credentials/factor'
import { Button, Form } from 'antd'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { fetchData } from '../../../platform/calls.ts'
import { unlock } from '../../../platform/sign-in/lock.ts'
import { Logo } from '../../../platform/logo.tsx'
import { useSession } from '../../../platform/session.ts'
import { signOut } from '../../../ui/form/sign-out.ts'
import { ProveFields } from '../factor/prove-fields.tsx'
import { kindsOf, prove, type Kind } from '../factor/prove.ts'
import { text } from './text.ts'
import '../factor/factor.css'
import './lock.css'

type Typed = Partial<Record<Kind, string>>

/** Replaces everything else on the page until the user has proven who they are. */
export default function LockScreen() {
  const [form] = Form.useForm<Typed>()
  const name = useSession(person => person.name || person.username)
  const [kinds, setKinds] = useState<readonly Kind[]>(['password'])
  const [kind, setKind] = useState<Kind>('password')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const frame = useRef<HTMLElement>(null)
  useLockScreenKeys(frame)
  useTitle(text.title)
  useEffect(
    () =>
      void fetchData(factor.mine, { quietly: true })
        .then(kindsOf)
        .then(setKinds, () => undefined),
    [],
  )
  const choose = (next: Kind) => {
    setProblem('')
    setKind(next)
  }
  const submit = async (typed: Typed) => {
    if (busy) return
    setProblem('')
    setBusy(true)
    const sentence = await prove(kind, typed[kind] ?? '').finally(() => setBusy(false))
    if (sentence === undefined) return unlock()
    setProblem(sentence)
    form.resetFields()
  }
  return createPortal(
    <main className="lock" ref={frame}>
      <div className="lock-box">
        <Logo size={40} />
        <h1>{text.title}</h1>
        <Form<Typed> form={form} name="lock" layout="vertical" requiredMark={false} onFinish={typed => void submit(typed)}>
          <div key={kind} ref={takeFocus}>
            <ProveFields kinds={kinds} kind={kind} onChoose={choose} about={text.about(name)} problem={problem} />
          </div>
          <Button type="primary" htmlType="submit" block loading={busy}>
            {text.unlock}
          </Button>
        </Form>
        <Button type="link" onClick={() => void signOut()}>
          {text.swap}
        </Button>
      </div>
    </main>,
    document.body,
  )
}

const takeFocus = (room: HTMLElement | null) => room?.querySelector('input')?.focus()

/** Hides the name of the page, too. */
function useTitle(title: string) {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}

/** While the screen is locked, keys reach neither shortcuts of the page nor what has the focus there. */
function useLockScreenKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isForLockScreen = (event: KeyboardEvent) =>
      event.target instanceof Node && (frame.current?.contains(event.target) ?? false) && !event.ctrlKey && !event.metaKey && !event.altKey
    const blockOutsideKeys = (event: KeyboardEvent) => {
      if (!isForLockScreen(event)) event.stopImmediatePropagation()
    }
    const stopAtBody = (event: Event) => event.stopPropagation()
    addEventListener('keydown', blockOutsideKeys, { capture: true })
    document.body.addEventListener('keydown', stopAtBody)
    return () => {
      removeEventListener('keydown', blockOutsideKeys, { capture: true })
      document.body.removeEventListener('keydown', stopAtBody)
    }
  }, [frame])
}
