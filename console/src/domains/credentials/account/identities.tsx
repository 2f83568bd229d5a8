import { identityLink, type OwnIdentity } from '@hufu/contract/credentials/identity-link'
import { Button } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Time } from '../../../ui/list/time.tsx'
import { StatusTag, Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.bindings

/** Identities at other identity providers. */
export const Identities = ({ of }: { of: readonly OwnIdentity[] }) => of.map(one => <Identity key={one.providerId} of={one} />)

function Identity({ of: { providerId, providerName: name, isOpen, link } }: { of: OwnIdentity }) {
  const begin = useAction(identityLink.begin)
  const remove = useAction(identityLink.removeOwn, { refreshes: [identityLink.own] })
  const bind = async () => {
    const answer = await begin.run({ body: { providerId } })
    if (ok(answer)) location.assign(answer.data.address)
  }
  const unbind = async (id: string) => {
    if (ok(await remove.run({ body: { id } }))) notifier.done(words.gone)
  }
  const ask = (id: string) =>
    confirmAct({
      title: words.unbindTitle(name),
      content: words.unbindText(name),
      okText: words.unbind,
      danger: true,
      // Not awaited, so that the confirmation closes before a step-up dialog opens.
      run: async () => void unbind(id),
    })
  // A link made by a rule can be confirmed by its user; administrators must confirm theirs.
  const canBind = isOpen && (link === null || link.origin !== 'self')
  return (
    <section className="setting" aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p>{words.identity(name)}</p>
        <p className="binding-state">
          {link ? (
            <StatusTag tone="good">
              {words.boundSince(link.name)} <Time at={link.createTime} />
            </StatusTag>
          ) : (
            <StatusTag tone="plain">{words.unbound}</StatusTag>
          )}
          {link && link.origin !== 'self' && <Tag>{words.byRule}</Tag>}
          {!isOpen && <Tag>{words.closed}</Tag>}
        </p>
      </div>
      <div className="setting-acts">
        {link && <Button onClick={() => ask(link.id)}>{words.unbind}</Button>}
        {canBind && (
          <Button loading={begin.pending} onClick={() => void bind()}>
            {link ? words.confirm : words.bind}
          </Button>
        )}
      </div>
    </section>
  )
}
