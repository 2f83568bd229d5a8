import type { Permit } from '@hufu/contract/call'
import { ActButton } from '../act-button.tsx'
import type { Envelope } from '../../platform/client.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { text } from './secret-text.ts'
import { Tag } from '../tag.tsx'
import { Time } from '../list/time.tsx'
import { useDialog } from './use-dialog.ts'
import './secret.css'

const RotateDialog = lazyComponent(() => import('./rotate-dialog.tsx'))

interface Props {
  /** `endTime` of a former secret that is still valid; else null. */
  of: { clientId: string; secrets: readonly { createTime: string; endTime: string | null }[] }
  hint: string
  /** The call `rotate` makes. */
  call: { permit: Permit }
  /** The consequences of keeping and of ending the former secret. */
  hints: { keep: string; end: string }
  rotate: (endFormer: boolean) => Promise<Envelope<{ clientSecret: string }>>
  onRotated: () => void
}

/** The valid secrets of a client; the secrets themselves are never shown again. */
export function ClientSecrets({ of: { clientId, secrets }, hint, call, hints, rotate, onRotated }: Props) {
  const dialog = useDialog()
  const close = () => {
    dialog.close()
    onRotated()
  }
  return (
    <>
      <div className="secret-head">
        <h2 className="card-title">{text.clientSecret}</h2>
        <ActButton call={call} onClick={() => dialog.open()}>
          {text.rotate.open}
        </ActButton>
      </div>
      <p className="secret-hint">{hint}</p>
      {secrets.length === 0 ? (
        <p className="secret-none">{text.none}</p>
      ) : (
        <ul className="secret-list" aria-label={text.clientSecret}>
          {secrets.map(({ createTime, endTime }) => (
            <li key={`${createTime}${endTime}`}>
              <code>••••••••••••</code>
              <span className="secret-age">
                {text.created} <Time at={createTime} />
              </span>
              {endTime === null ? <Tag tone="good">{text.current}</Tag> : <Tag tone="warn">{text.until(endTime)}</Tag>}
            </li>
          ))}
        </ul>
      )}
      {dialog.isOpen && <RotateDialog clientId={clientId} hints={hints} rotate={rotate} onClose={close} />}
    </>
  )
}
