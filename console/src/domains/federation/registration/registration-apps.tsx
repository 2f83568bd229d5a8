import { app } from '@hufu/contract/apps/app'
import { registration, type RegisteredApp, type RegistrationToken } from '@hufu/contract/federation/registration'
import { Button } from 'antd'
import { Link } from 'react-router'
import { isOn } from '../../../platform/flag.ts'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { detailOf } from '../../apps/index.ts'
import { text } from './registration-text.ts'
import { APP_LISTS } from '../../apps/index.ts'

/** Enabling a waiting application approves it. */
export function useApproval() {
  const approve = useAction(app.setStatus, { refreshes: [...APP_LISTS, registration.list, registration.apps, registration.ofApp] })
  return {
    pending: approve.pending,
    approve: async (id: string) => ok(await approve.run({ query: { status: 1 }, body: { ids: [id] } })) && notifier.done(text.approved),
  }
}

interface Props {
  of: RegistrationToken
  onBack: () => void
  onClose: () => void
}

/** The applications one token has registered. */
export function RegistrationApps({ of, onBack, onClose }: Props) {
  const found = useCall(registration.apps, { query: { tokenId: of.id } })
  const footer = <Button onClick={onBack}>{text.back}</Button>
  return (
    <Dialog title={text.appsOf(of.name)} wide onClose={onClose} footer={footer}>
      <Loaded of={found} lines={4}>
        {data =>
          data.length === 0 ? (
            <p className="app-none">{text.noApps}</p>
          ) : (
            <ul className="registration-rows" aria-label={text.appsOf(of.name)}>
              {data.map(row => (
                <AppRow key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function AppRow({ row: { id, name, status, isWaiting, redirectUris, createTime } }: { row: RegisteredApp }) {
  const { approve, pending } = useApproval()
  const tone = isWaiting ? 'warn' : isOn(status) ? 'good' : 'plain'
  return (
    <li>
      <div className="registration-token">
        <Link to={detailOf(id, 'protocol')}>{name}</Link>
        <StatusTag tone={tone}>{isWaiting ? text.waits : isOn(status) ? text.enabled : text.disabled}</StatusTag>
        <small>{[createTime, ...redirectUris].join(' · ')}</small>
      </div>
      {isWaiting && (
        <ActButton
          call={app.setStatus}
          type="link"
          size="small"
          loading={pending}
          aria-label={text.approveOf(name)}
          onClick={() => void approve(id)}
        >
          {text.approve}
        </ActButton>
      )}
    </li>
  )
}
