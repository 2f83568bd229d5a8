import { registration, type RegistrationToken } from '@hufu/contract/federation/registration'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { CopyButton, Copyable, Loaded } from '../../../ui/states.tsx'
import { StatusTag, type Tone } from '../../../ui/tag.tsx'
import { RegistrationApps } from './registration-apps.tsx'
import { RevokeForm, TokenForm } from './registration-forms.tsx'
import { text } from './registration-text.ts'
import './registration.css'

/** The view of the dialog. */
type View = { kind: 'list' } | { kind: 'add' } | { kind: 'made'; token: string } | { kind: 'revoke' | 'apps'; of: RegistrationToken }
const LIST: View = { kind: 'list' }
const tones: Record<RegistrationToken['state'], Tone> = { usable: 'good', usedUp: 'plain', over: 'plain', revoked: 'bad' }

/** The registration tokens, and the applications they registered. */
export default function RegistrationDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>(LIST)
  const back = () => setView(LIST)
  if (view.kind === 'add') return <TokenForm onMade={token => setView({ kind: 'made', token })} onClose={back} />
  if (view.kind === 'made') return <CreatedToken token={view.token} onClose={back} />
  if (view.kind === 'revoke') return <RevokeForm of={view.of} onClose={back} />
  if (view.kind === 'apps') return <RegistrationApps of={view.of} onBack={back} onClose={onClose} />
  return <Tokens onView={setView} onClose={onClose} />
}

function Tokens({ onView, onClose }: { onView: (view: View) => void; onClose: () => void }) {
  const found = useCall(registration.list)
  const footer = (
    <>
      <span className="dialog-aside">
        <ActButton call={registration.save} type="primary" onClick={() => onView({ kind: 'add' })}>
          {text.add}
        </ActButton>
      </span>
      <Button onClick={onClose}>{text.close}</Button>
    </>
  )
  return (
    <Dialog title={text.title} wide onClose={onClose} footer={footer}>
      <p className="dialog-words">{text.about}</p>
      <p className="registration-at">
        <span>{text.endpoint}</span>
        <Copyable value={`${location.origin}/protocols/oidc/reg`} />
      </p>
      {found.data && !found.data.isOpen && <Alert type="warning" showIcon title={text.closed} className="form-alert" role="note" />}
      <Loaded of={found} lines={4}>
        {data =>
          data.tokens.length === 0 ? (
            <p className="app-none">{text.none}</p>
          ) : (
            <ul className="registration-rows" aria-label={text.list}>
              {data.tokens.map(of => (
                <TokenRow key={of.id} of={of} onView={onView} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function TokenRow({ of, onView }: { of: RegistrationToken; onView: (view: View) => void }) {
  const { name, state, uses, maxUses, endTime, waiting, appGroupName, redirectHosts, redirectSchemes } = of
  const facts = [
    text.made(uses, maxUses),
    text.until(endTime),
    appGroupName ?? text.noGroup,
    [...redirectHosts, ...redirectSchemes].join('、'),
  ]
  return (
    <li>
      <div className="registration-token">
        <strong title={name}>{name}</strong>
        <StatusTag tone={tones[state]}>{text.states[state]}</StatusTag>
        {waiting > 0 && <StatusTag tone="warn">{text.waiting(waiting)}</StatusTag>}
        <small>{facts.filter(part => part !== '').join(' · ')}</small>
      </div>
      <Button type="link" size="small" aria-label={text.appsOf(name)} onClick={() => onView({ kind: 'apps', of })}>
        {text.apps}
      </Button>
      {state !== 'revoked' && (
        <ActButton
          call={registration.revoke}
          type="link"
          size="small"
          danger
          aria-label={text.revokeOf(name)}
          onClick={() => onView({ kind: 'revoke', of })}
        >
          {text.revoke}
        </ActButton>
      )}
    </li>
  )
}

/** Shows the token, only this once; closes when the user confirms having saved it. */
function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const footer = (
    <Button type="primary" onClick={onClose}>
      {text.token.kept}
    </Button>
  )
  return (
    <Dialog title={text.token.title} canClose={false} onClose={onClose} footer={footer}>
      <Alert type="warning" title={text.token.about} showIcon className="form-alert" role="note" />
      <p className="registration-at">
        <span>{text.token.label}</span>
        <code>{token}</code>
        <CopyButton value={token} />
      </p>
    </Dialog>
  )
}
