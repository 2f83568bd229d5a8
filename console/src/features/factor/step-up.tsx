import { factor } from '@hufu/contract/factor'
import { useState, type ReactNode } from 'react'
import { fetchData } from '../../kernel/calls.ts'
import type { Envelope } from '../../kernel/client.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProveFields } from './prove-fields.tsx'
import { kindsOf, prove, type Kind } from './prove.ts'
import { text } from './text.ts'

const NEEDED = 'step_up_needed'

export interface StepUp {
  /** Sends it; where the server wants its person to prove himself first, asks him and sends it again. */
  proven: <R>(run: () => Promise<Envelope<R>>) => Promise<Envelope<R>>
  /** Stands beside whatever uses it. */
  dialog: ReactNode
}

interface Asking {
  kinds: readonly Kind[]
  answer: (isProven: boolean) => void
}

export function useStepUp(): StepUp {
  const [asking, setAsking] = useState<Asking>()
  const ask = async () => {
    const kinds = await fetchData(factor.mine).then(kindsOf, () => ['password'] as const)
    return new Promise<boolean>(answer => setAsking({ kinds, answer }))
  }
  return {
    proven: async run => {
      const first = await run()
      if (first.code !== NEEDED) return first
      const isProven = await ask()
      setAsking(undefined)
      return isProven ? run() : first
    },
    dialog: asking && <StepUpDialog {...asking} />,
  }
}

function StepUpDialog({ kinds, answer }: Asking) {
  const [kind, setKind] = useState(kinds[0]!)
  const [fault, setFault] = useState('')
  const choose = (next: Kind) => {
    setFault('')
    setKind(next)
  }
  const submit = async (typed: Partial<Record<Kind, string>>) => {
    setFault('')
    const sentence = await prove(kind, typed[kind] ?? '')
    if (sentence === undefined) answer(true)
    else setFault(sentence)
    // It goes by the answer alone.
    return false
  }
  return (
    <FormDialog<Partial<Record<Kind, string>>>
      title={text.stepUp.title}
      small
      initial={{}}
      okText={text.stepUp.submit}
      onSubmit={submit}
      onClose={() => answer(false)}
    >
      <ProveFields kinds={kinds} kind={kind} onChoose={choose} about={text.stepUp.about} fault={fault} />
    </FormDialog>
  )
}
