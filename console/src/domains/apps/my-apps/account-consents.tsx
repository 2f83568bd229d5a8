import { accountConsents } from '@hufu/contract/federation/resource-server'
import { useAction, useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Time } from '../../../ui/list/time.tsx'
import { text as myAppsText } from './text.ts'

const text = myAppsText.consents

/** The user's consents to clients; nothing if there are none. */
export default function AccountConsents() {
  const found = useCall(accountConsents.list)
  const withdraw = useAction(accountConsents.withdraw, { refreshes: [accountConsents.list] })
  if (!found.data || found.data.length === 0) return null
  const ask = (id: string) =>
    confirmAct({
      title: text.ask,
      content: text.askHint,
      okText: text.withdraw,
      danger: true,
      run: async () => void (await withdraw.run({ body: { id } })),
    })
  return (
    <section className="account-apps">
      <h2>{text.title}</h2>
      <ul className="account-consents" aria-label={text.title}>
        {found.data.map(({ id, clientName, clientHost, resourceName, scopes, updateTime }) => (
          <li key={id}>
            <span>
              <b>{clientName}</b>
              {clientHost !== '' && text.host(clientHost)}
              <small>
                {[resourceName, text.scopes(scopes)].filter(part => part !== '').join(' · ')} · <Time at={updateTime} />
              </small>
            </span>
            <ActButton call={accountConsents.withdraw} size="small" danger aria-label={text.withdrawOf(clientName)} onClick={() => ask(id)}>
              {text.withdraw}
            </ActButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
