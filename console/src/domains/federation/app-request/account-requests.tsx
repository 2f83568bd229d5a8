import { appRequest, type AppRequest } from '@hufu/contract/federation/app-request'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Ago } from '../../../ui/list/time.tsx'
import { useActiveRefresh } from '../../../ui/use-active-refresh.ts'
import { inbox } from '@hufu/contract/messages/inbox'
import { text } from './request-text.ts'
import './account-requests.css'

/** Waiting requests of applications to the user (CIBA); nothing if there are none. */
export default function AccountRequests() {
  const found = useCall(appRequest.list, { quietly: true })
  useActiveRefresh(() => inBackground(found.refetch()))
  if (!found.data || found.data.length === 0) return null
  return (
    <section className="account-apps">
      <h2>{text.title}</h2>
      <p className="account-request-hint">{text.hint}</p>
      <ul className="account-requests" aria-label={text.title}>
        {found.data.map(request => (
          <Request key={request.id} of={request} onOver={() => inBackground(found.refetch())} />
        ))}
      </ul>
    </section>
  )
}

function Request({ of: request, onOver }: { of: AppRequest; onOver: () => void }) {
  const { id, appName, resourceNames, bindingMessage, createTime, endTime, ip } = request
  const refreshes = [appRequest.list, inbox.unreadCount, inbox.page]
  const agree = useAction(appRequest.agree, { refreshes })
  const decline = useAction(appRequest.decline, { refreshes })
  const answer = async (act: typeof agree, message: string) => {
    if (ok(await act.run({ body: { id } }))) notifier.done(message)
    else onOver()
  }
  return (
    <li className="account-request" aria-label={text.of(appName)}>
      <div>
        <b>{resourceNames.length > 0 ? text.askTo(appName, resourceNames) : text.ask(appName)}</b>
        {bindingMessage !== '' && (
          <p className="account-request-binding">
            {text.binding} <strong>{bindingMessage}</strong>
          </p>
        )}
        <p className="account-request-hint">{text.scopes}</p>
        <Scopes of={request.scopes} />
        <p className="account-request-hint">
          <Ago at={createTime} /> · {text.from(ip)} · {text.until(endTime)}
        </p>
      </div>
      <div className="account-request-answers">
        <ActButton call={appRequest.decline} loading={decline.pending} onClick={() => void answer(decline, text.declined)}>
          {text.decline}
        </ActButton>
        <ActButton call={appRequest.agree} type="primary" loading={agree.pending} onClick={() => void answer(agree, text.agreed)}>
          {text.agree}
        </ActButton>
      </div>
    </li>
  )
}

const Scopes = ({ of: scopes }: { of: AppRequest['scopes'] }) => (
  <ul className="account-request-scopes" aria-label={text.scopes}>
    {scopes.map(({ name, label, explanation }) => (
      <li key={name}>
        {label || (text.scopeNames[name] ?? name)}
        {explanation !== '' && <small> {explanation}</small>}
      </li>
    ))}
  </ul>
)
