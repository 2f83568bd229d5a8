import { acts } from '@hufu/contract/text'
import { Button } from 'antd'
import { Copyable } from '../../../ui/states.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './today-text.ts'

interface Props {
  label: string
  title: string
  how: string
  command: string
}

/** Instructions for something done on the server, not in the console. */
export function HowTo({ label, title, how, command }: Props) {
  const content = (
    <>
      <p>{how}</p>
      <Copyable value={command} />
    </>
  )
  const tell = () => confirmAct({ title, content, okText: text.understood, cancelText: acts.close, run: () => Promise.resolve() })
  return (
    <Button type="link" size="small" className="today-how" onClick={tell}>
      {label}
    </Button>
  )
}
