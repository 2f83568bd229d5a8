import { Alert, Button, Form, Input } from 'antd'
import { PASSWORD_LONGEST } from '../../../platform/constants.ts'
import type { Kind } from './prove.ts'
import { text } from './text.ts'

interface Props {
  kinds: readonly Kind[]
  kind: Kind
  onChoose: (kind: Kind) => void
  /** The reason for asking. */
  about: string
  problem: string
}
const words = text.stepUp

/** The field of the chosen factor, and the others to choose from. */
export function ProveFields({ kinds, kind, onChoose, about, problem }: Props) {
  const others = kinds.filter(other => other !== kind)
  return (
    <>
      <Alert type={problem ? 'error' : 'info'} title={problem || about} showIcon className="form-alert" role={problem ? 'alert' : 'note'} />
      {kind === 'passkey' ? (
        <p>{words.byPasskey}</p>
      ) : (
        <Form.Item key={kind} name={kind} label={words.kinds[kind]} rules={[{ required: true, message: words.missing[kind] }]}>
          {kind === 'password' ? (
            <Input.Password maxLength={PASSWORD_LONGEST} autoComplete="current-password" />
          ) : (
            <Input maxLength={6} inputMode="numeric" autoComplete="one-time-code" />
          )}
        </Form.Item>
      )}
      {others.length > 0 && (
        <p className="factor-others">
          {others.map(other => (
            <Button key={other} type="link" size="small" onClick={() => onChoose(other)}>
              {words.kinds[other]}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}
