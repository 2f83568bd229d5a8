import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { text as dialogText } from './dialog-text.ts'
import { text } from '../text.ts'

export interface FreshPassword {
  userName: string
  password: string
}

/** How many are shown; longer lists are only copied. */
const SHOWN = 200

/** New passwords, shown in clear only this once and to be copied. */
export function PasswordsDialog({ passwords, onClose }: { passwords: FreshPassword[]; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const everything = passwords.map(({ userName, password }) => `${userName}\t${password}`).join('\n')
  const copyAll = () => void navigator.clipboard?.writeText(everything).then(() => setCopied(true))
  const footer = (
    <>
      <Button onClick={copyAll}>{copied ? text.copied : dialogText.passwords.copyAll}</Button>
      <Button type="primary" onClick={onClose}>
        {dialogText.passwords.close}
      </Button>
    </>
  )
  return (
    <Dialog title={dialogText.passwords.title} onClose={onClose} footer={footer} canClose={false}>
      <Alert type="warning" showIcon title={dialogText.passwords.warning} className="form-alert" />
      <div className="passwords">
        <table aria-label={dialogText.passwords.list}>
          <thead>
            <tr>
              <th scope="col">{text.fields.userName}</th>
              <th scope="col">{dialogText.passwords.password}</th>
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
      {passwords.length > SHOWN && <p className="dialog-words">{dialogText.passwords.more(SHOWN, passwords.length)}</p>}
    </Dialog>
  )
}

function Copy({ name, password }: { name: string; password: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(password).then(() => setCopied(true))
  return (
    <Button type="link" size="small" aria-label={dialogText.passwords.copy(name)} onClick={copy}>
      {copied ? text.copied : dialogText.passwords.copyOne}
    </Button>
  )
}
