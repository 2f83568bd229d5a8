import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text } from './text.ts'

export interface FreshPassword {
  userName: string
  password: string
}

/** More are not read from a screen: they are copied. */
const SHOWN = 200

/** Passwords that are nowhere else in clear: shown once, copied, gone. */
export function PasswordsDialog({ passwords, onClose }: { passwords: FreshPassword[]; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const everything = passwords.map(({ userName, password }) => `${userName}\t${password}`).join('\n')
  const copyAll = () => void navigator.clipboard?.writeText(everything).then(() => setCopied(true))
  const footer = (
    <>
      <Button onClick={copyAll}>{copied ? text.copied : text.passwords.copyAll}</Button>
      <Button type="primary" onClick={onClose}>
        {text.passwords.close}
      </Button>
    </>
  )
  return (
    <Dialog title={text.passwords.title} onClose={onClose} footer={footer} canClose={false}>
      <Alert type="warning" showIcon title={text.passwords.warning} className="form-alert" />
      <div className="passwords">
        <table aria-label={text.passwords.list}>
          <thead>
            <tr>
              <th scope="col">{text.fields.userName}</th>
              <th scope="col">{text.passwords.password}</th>
            </tr>
          </thead>
          <tbody>
            {passwords.slice(0, SHOWN).map(({ userName, password }) => (
              <tr key={userName}>
                <td>{userName}</td>
                <td>
                  <code>{password}</code>
                  <Copy name={userName} password={password} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {passwords.length > SHOWN && <p className="dialog-words">{text.passwords.more(SHOWN, passwords.length)}</p>}
    </Dialog>
  )
}

function Copy({ name, password }: { name: string; password: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(password).then(() => setCopied(true))
  return (
    <Button type="link" size="small" aria-label={text.passwords.copy(name)} onClick={copy}>
      {copied ? text.copied : text.passwords.copyOne}
    </Button>
  )
}
