import { app } from '@hufu/contract/apps/app'
import { saml, type SamlApp, type SamlPeer, type SamlSource as Source } from '@hufu/contract/federation/saml'
import { Alert } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { Copyable } from '../../../ui/states.tsx'
import { text as samlText } from './saml-text.ts'
import { Lost, confirmLoss } from '../../apps/index.ts'

const text = samlText.source
const refreshes = [saml.get, app.byId]

/** Where metadata are fetched from, the last result, and changes that wait for approval. */
export function SamlSource({ of, source, peer }: { of: SamlApp; source: Source; peer: SamlPeer }) {
  const { url, pin, fetchTime, nextTime, fault, faultTime, proposal } = source
  return (
    <>
      {fault !== null && (
        <Alert
          className="saml-alert"
          type="warning"
          showIcon
          role="note"
          title={text.failed(fault)}
          description={text.since(faultTime ?? '')}
        />
      )}
      {proposal && <Proposal of={of} proposal={proposal} peer={peer} />}
      <dl className="app-endpoints saml-endpoints">
        <dt>{samlText.metadata.address}</dt>
        <dd>
          <Copyable value={url} />
        </dd>
        <dt>{samlText.metadata.pin}</dt>
        <dd>{pin === null ? text.noPin : <code>{pin}</code>}</dd>
        <dt>{text.fetched}</dt>
        <dd>{fetchTime === null ? '' : text.times(fetchTime, nextTime ?? '')}</dd>
      </dl>
    </>
  )
}

/** Fetches now instead of at the next interval. */
export function RefreshButton({ appId }: { appId: string }) {
  const { run, pending } = useAction(saml.refresh, { refreshes })
  const refresh = async () => {
    if (!ok(await run({ body: { appId } }))) return
    // A failed fetch is shown by the page.
    const { source } = await fetchData(saml.get, { query: { appId } })
    if (source?.fault === null) notifier.done(text.refreshed)
  }
  return (
    <ActButton call={saml.refresh} loading={pending} onClick={() => void refresh()}>
      {text.refresh}
    </ActButton>
  )
}

type Waiting = NonNullable<Source['proposal']>
/** Additions and removals, a line each. */
function differences({ peer: next }: Waiting, now: SamlPeer): string[] {
  const [before, after] = [now, next].map(each => new Set([...each.acs.map(({ url }) => url), ...each.signing.map(({ fingerprint }) => text.key(fingerprint))])) // prettier-ignore
  return [...[...after!.difference(before!)].map(text.added), ...[...before!.difference(after!)].map(text.removed)]
}

function Proposal({ of, proposal, peer }: { of: SamlApp; proposal: Waiting; peer: SamlPeer }) {
  const { run, pending } = useAction(saml.acceptProposal, { refreshes })
  const accept = async () => {
    const content = <Lost words={text.acceptHint} of={differences(proposal, peer)} />
    if (!(await confirmLoss({ title: text.acceptAsk, content, okText: text.accept }))) return
    const { appId, version } = of
    if (ok(await run({ body: { appId, version, proposalId: proposal.id } }))) notifier.done(samlText.peer.imported)
  }
  return (
    <Alert
      className="saml-alert"
      type="warning"
      showIcon
      role="note"
      title={text.waits[proposal.why]}
      description={text.waitsSince(proposal.time)}
      action={
        <ActButton call={saml.acceptProposal} size="small" loading={pending} onClick={() => void accept()}>
          {text.look}
        </ActButton>
      }
    />
  )
}
