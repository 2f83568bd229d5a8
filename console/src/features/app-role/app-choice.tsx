import { app } from '@hufu/contract/app'
import { useId } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { Choice } from '../../parts/choice.tsx'

interface Props {
  label: string
  value: string
  onChange: (id: string) => void
}

/** The application a page is about. */
export function AppChoice({ label, value, onChange }: Props) {
  const id = useId()
  const apps = useCall(app.list)
  return (
    <span className="app-role-choice">
      <label htmlFor={id}>{label}</label>
      <Choice id={id} value={value} options={(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))} onChange={onChange} />
    </span>
  )
}
