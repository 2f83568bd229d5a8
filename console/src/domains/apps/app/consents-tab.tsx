import { resourceServer } from '@hufu/contract/federation/resource-server'
import { useAction, useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { text } from './oidc-text.ts'
import { sure } from './sure.tsx'
import type { TabProps } from './tab-form.tsx'
import './saml.css'

/** Consents of users to clients. */
export default function ConsentsTab({ of }: TabProps) {
  const found = useCall(resourceServer.consents, { query: { appId: of.id } })
  const withdraw = useAction(resourceServer.withdraw, { refreshes: [resourceServer.consents] })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  if (found.data.length === 0) return <Empty title={text.consents.none} hint={text.consents.noneHint} />
  const ask = async (id: string) => {
    if (await sure({ title: text.withdrawAsk, content: text.withdrawHint, okText: text.withdraw }))
      await withdraw.run({ body: { appId: of.id, id } })
  }
  return (
    <div className="saml-refusals">
      <ul aria-label={text.consents.list}>
        {found.data.map(({ id, realName, userName, clientName, clientHost, resourceName, scopes, updateTime }) => (
          <li key={id}>
            <span className="saml-when">
              <Time at={updateTime} /> {text.consents.of(realName, userName)}
            </span>
            <span>
              {[text.consents.of(clientName, clientHost), resourceName, text.consents.scopes(scopes)]
                .filter(part => part !== '')
                .join(' · ')}
            </span>
            <ActButton call={resourceServer.withdraw} size="small" danger onClick={() => void ask(id)}>
              {text.withdraw}
            </ActButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
