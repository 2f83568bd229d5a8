import { factor, type AccountFactors } from '@hufu/contract/credentials/factor'
import type { ReplyOf } from '@hufu/contract/call'
import { isWeaker, type Strength } from '@hufu/contract/sign-in/strength'
import { totp } from '@hufu/contract/credentials/totp'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { canUsePasskeys } from '../../../platform/sign-in/passkeys.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { signOut } from '../../../ui/form/sign-out.ts'
import { Failure } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { BindTotp } from './bind-totp.tsx'
import { AddPasskey } from './passkey-dialogs.tsx'
import { ProveFields } from './prove-fields.tsx'
import { kindsOf, prove, type Kind } from './prove.ts'
import { text } from './text.ts'

const words = text.due
const boundStrength = ({ totp: hasTotp, passkeys }: AccountFactors): Strength => (passkeys > 0 ? 'crypto' : hasTotp ? 'any' : '')
const SignOut = () => <Button onClick={() => void signOut()}>{words.dropSession}</Button>
const noop = () => undefined

/** Shown while a factor demanded by a role is not proven in this session: prove it, bind one, or sign out. */
export function FactorDue({ onDone }: { onDone: () => void }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <Due onDone={onDone} />
    </QueryClientProvider>
  )
}

function Due({ onDone }: { onDone: () => void }) {
  const [mine, setMine] = useState<AccountFactors>()
  const [error, setError] = useState<unknown>()
  const look = useCallback(async () => {
    try {
      const found = await fetchData(factor.mine)
      setError(undefined)
      if (isWeaker(found.shown, found.demand)) setMine(found)
      else onDone()
    } catch (caught) {
      setError(caught)
    }
  }, [onDone])
  // oxlint-disable-next-line react/set-state-in-effect -- nothing is set before the answer has come
  useEffect(() => void look(), [look])
  if (error !== undefined)
    return (
      <Dialog title={words.title} small canClose={false} onClose={noop} footer={<SignOut />}>
        <Failure error={error} onRetry={() => void look()} />
      </Dialog>
    )
  if (!mine) return <output>{words.working}</output>
  const kinds = isWeaker(mine.shown, boundStrength(mine)) ? kindsOf(mine, false) : []
  return kinds.length > 0 ? <Prove kinds={kinds} onDone={() => void look()} /> : <Bind demand={mine.demand} onDone={() => void look()} />
}

/** For users who have bound one. */
function Prove({ kinds, onDone }: { kinds: readonly Kind[]; onDone: () => void }) {
  const [kind, setKind] = useState(kinds[0]!)
  const [problem, setProblem] = useState('')
  const submit = async (typed: Partial<Record<Kind, string>>) => {
    setProblem('')
    const sentence = await prove(kind, typed[kind] ?? '')
    if (sentence === undefined) notifier.done(words.done)
    else setProblem(sentence)
    return sentence === undefined
  }
  return (
    <FormDialog<Partial<Record<Kind, string>>>
      title={words.title}
      small
      canClose={false}
      initial={{}}
      okText={text.stepUp.submit}
      onSubmit={submit}
      onClose={onDone}
      aside={<SignOut />}
    >
      <ProveFields kinds={kinds} kind={kind} onChoose={next => (setProblem(''), setKind(next))} about={words.prove} problem={problem} />
    </FormDialog>
  )
}

/** For users who have none. */
function Bind({ demand, onDone }: { demand: Strength; onDone: () => void }) {
  const [begun, setBegun] = useState<ReplyOf<typeof totp.begin>>()
  const adding = useDialog()
  const begin = useAction(totp.begin)
  const isCrypto = demand === 'crypto'
  const startTotp = async () => {
    const answer = await begin.run()
    if (ok(answer)) setBegun(answer.data)
  }
  return (
    <Dialog title={words.titleBind} small canClose={false} onClose={noop} footer={<SignOut />}>
      <Alert type="info" title={isCrypto ? words.bind.crypto : words.bind.any} showIcon className="form-alert" role="note" />
      <Method title={text.passkeys.title} about={canUsePasskeys() ? text.passkeys.about : text.passkeys.unusable}>
        {canUsePasskeys() && (
          <Button type="primary" onClick={() => adding.open()}>
            {text.passkeys.add}
          </Button>
        )}
      </Method>
      {isCrypto ? (
        <p className="dialog-note">{words.orCertificate}</p>
      ) : (
        <Method title={text.totp.title} about={text.totp.about}>
          <Button onClick={() => void startTotp()}>{text.totp.bind}</Button>
        </Method>
      )}
      {adding.isOpen && <AddPasskey onClose={adding.close} onAdded={onDone} />}
      {begun && <BindTotp begun={begun} onClose={() => setBegun(undefined)} onBound={onDone} />}
    </Dialog>
  )
}

function Method({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="setting factor-way">
      <div>
        <h3>{title}</h3>
        <p>{about}</p>
      </div>
      {children}
    </div>
  )
}
