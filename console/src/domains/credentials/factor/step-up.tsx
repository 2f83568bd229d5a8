import { factor } from '@hufu/contract/credentials/factor'
import { useEffect, useState } from 'react'
import { fetchData } from '../../../platform/calls.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ProveFields } from './prove-fields.tsx'
import { kindsOf, prove, type Kind } from './prove.ts'
import { text } from './text.ts'
import './factor.css'

interface Props {
  onAnswer: (isProven: boolean) => void
}

/** Asks the user to prove who they are again, by one of their factors. */
export function StepUpDialog({ onAnswer }: Props) {
  const [kinds, setKinds] = useState<readonly Kind[]>()
  useEffect(
    () =>
      void fetchData(factor.mine)
        .then(kindsOf, () => ['password'] as const)
        .then(setKinds),
    [],
  )
  return kinds && <Ask kinds={kinds} onAnswer={onAnswer} />
}

function Ask({ kinds, onAnswer }: Props & { kinds: readonly Kind[] }) {
  const [kind, setKind] = useState(kinds[0]!)
  const [problem, setProblem] = useState('')
  const choose = (next: Kind) => {
    setProblem('')
    setKind(next)
  }
  const submit = async (typed: Partial<Record<Kind, string>>) => {
    setProblem('')
    const sentence = await prove(kind, typed[kind] ?? '')
    if (sentence === undefined) onAnswer(true)
    else setProblem(sentence)
    // Closed only by the answer.
    return false
  }
  return (
    <FormDialog<Partial<Record<Kind, string>>>
      title={text.stepUp.title}
      small
      initial={{}}
      okText={text.stepUp.submit}
      onSubmit={submit}
      onClose={() => onAnswer(false)}
    >
      <ProveFields kinds={kinds} kind={kind} onChoose={choose} about={text.stepUp.about} problem={problem} />
    </FormDialog>
  )
}
