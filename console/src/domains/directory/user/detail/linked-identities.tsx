import { identityLink, type IdentityLink } from '@hufu/contract/credentials/identity-link'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { Time } from '../../../../ui/list/time.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { identityText } from './identity-text.ts'
import './linked-identities.css'

/** The other identity providers that know a user; nothing where there is none. */
export default function LinkedIdentities({ userId }: { userId: string }) {
  const found = useCall(identityLink.ofUser, { query: { userId }, quietly: true })
  if (!found.data || found.data.length === 0) return null
  return (
    <>
      <h2 className="card-title facts-next">{identityText.title}</h2>
      <ul className="linked-identities" aria-label={identityText.title}>
        {found.data.map(link => (
          <Linked key={link.id} of={link} />
        ))}
      </ul>
    </>
  )
}

function Linked({ of: { id, providerName, name, origin, isOpen, createTime, lastTime } }: { of: IdentityLink }) {
  const remove = useAction(identityLink.remove, { refreshes: [identityLink.ofUser] })
  const run = async () => {
    if (ok(await remove.run({ body: { id } }))) notifier.done(identityText.removed)
  }
  const ask = () =>
    confirmAct({
      title: identityText.removeTitle(providerName),
      content: identityText.removeText,
      okText: identityText.remove,
      danger: true,
      // Not awaited, so that the confirmation closes before a step-up dialog opens.
      run: async () => void run(),
    })
  return (
    <li>
      <span className="linked-name">
        {providerName} <Tag>{identityText.origins[origin]}</Tag> {!isOpen && <Tag>{identityText.closed}</Tag>}
      </span>
      <span>{name}</span>
      <span className="linked-times">
        {identityText.since} <Time at={createTime} />
        {lastTime && (
          <>
            {identityText.last} <Time at={lastTime} />
          </>
        )}
      </span>
      <ActButton call={identityLink.remove} size="small" danger onClick={ask}>
        {identityText.remove}
      </ActButton>
    </li>
  )
}
