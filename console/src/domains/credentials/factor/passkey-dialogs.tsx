import { factor } from '@hufu/contract/credentials/factor'
import { passkey, type Passkey } from '@hufu/contract/credentials/passkey'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok, send, type Envelope } from '../../../platform/client.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { makePasskey } from '../../../platform/sign-in/passkeys.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, needed } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'

const words = text.passkeys
interface Typed {
  name: string
}

/** Names of devices by words of the user agent; the first match counts. */
const devices: readonly (readonly [RegExp, keyof typeof words.names])[] = [
  [/iPhone/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Mac/, 'mac'],
  [/Kylin|UOS|Linux/, 'linux'],
]
const suggestedName = () => {
  const device = devices.find(([form]) => form.test(navigator.userAgent))
  return device ? words.names[device[1]] : words.nameOtherwise
}
const NameField = () => (
  <Form.Item name="name" label={words.name} extra={words.nameHint} required validateFirst rules={[needed(words.name), legal]}>
    <TrimInput maxLength={INPUT_MAX} />
  </Form.Item>
)

interface AddProps {
  onClose: () => void
  onAdded?: () => void
}
export function AddPasskey({ onClose, onAdded }: AddProps) {
  const [problem, setProblem] = useState('')
  const register = useAction(passkey.register, { refreshes: [passkey.list, factor.mine] })
  const keepOpenWith = (sentence: string) => {
    setProblem(sentence)
    return false
  }
  const refused = ({ status, message }: Envelope) => keepOpenWith(status === false ? '' : message)
  const add = async ({ name }: Typed) => {
    setProblem('')
    const options = await send(passkey.registerOptions)
    if (!ok(options)) return refused(options)
    const made = await makePasskey(options.data)
    if ('problem' in made) return keepOpenWith(words.problems[made.problem])
    const answer = await register.run({ body: { name, attestation: made.given } })
    if (!ok(answer)) return refused(answer)
    notifier.done(words.added)
    onAdded?.()
    return true
  }
  return (
    <FormDialog<Typed> title={words.addTitle} small initial={{ name: suggestedName() }} onSubmit={add} onClose={onClose}>
      <Alert
        type={problem ? 'error' : 'info'}
        title={problem || words.addHint}
        showIcon
        className="form-alert"
        role={problem ? 'alert' : 'note'}
      />
      <NameField />
    </FormDialog>
  )
}

export function RenamePasskey({ of: { id, name }, onClose }: { of: Passkey; onClose: () => void }) {
  const rename = useAction(passkey.rename, { refreshes: [passkey.list] })
  const store = async (typed: Typed) => {
    const isStored = ok(await rename.run({ body: { id, name: typed.name } }))
    if (isStored) notifier.done(words.renamed)
    return isStored
  }
  return (
    <FormDialog<Typed> title={words.renameTitle} small initial={{ name }} onSubmit={store} onClose={onClose}>
      <NameField />
    </FormDialog>
  )
}
