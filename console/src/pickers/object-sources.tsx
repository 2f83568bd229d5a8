import { type ObjectSource, sync } from '@hufu/contract/provisioning/sync'
import { named } from '@hufu/contract/text'
import type { ReactNode } from 'react'
import { useCall } from '../platform/calls.ts'
import { Time } from '../ui/list/time.tsx'
import { useMay } from '../ui/permitted.ts'
import { SourceActs } from './source-acts.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { StatusTag, Tag } from '../ui/tag.tsx'
import { text } from './object-sources-text.ts'
import './object-sources.css'

/** Either a user or an organisation. */
type Props = { userId: string } | { orgId: string }

/** The sync sources that know an object: its rows there, and the fields each source writes. */
export default function ObjectSources(props: Props) {
  const found = useCall(sync.bySource, { query: { ...props }, quietly: true })
  const may = useMay()
  const withActs = may(sync.run) || ('userId' in props && may(sync.relink))
  return (
    <Loaded of={found} lines={3}>
      {data =>
        data.length === 0 ? (
          <Empty title={text.none} hint={text.noneHint} />
        ) : (
          <>
            <p className="object-sources-hint">{text.ownedHint}</p>
            <table className="object-sources" aria-label={text.list}>
              <thead>
                <tr>
                  <th scope="col">{text.name}</th>
                  <th scope="col">{text.origin}</th>
                  <th scope="col">{text.state}</th>
                  <th scope="col">{text.lastSeen}</th>
                  <th scope="col">{text.owned}</th>
                  {withActs && <th scope="col">{text.acts}</th>}
                </tr>
              </thead>
              <tbody>
                {data.map(source => (
                  <Row key={source.syncId} of={source}>
                    {withActs && <SourceActs of={source} objectType={'userId' in props ? 'user' : 'org'} />}
                  </Row>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </Loaded>
  )
}

function Row({ of, children }: { of: ObjectSource; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {of.name} {of.isOwner && <Tag tone="info">{text.owner}</Tag>}
      </th>
      <td>
        <code>{of.originId}</code>
      </td>
      <td>
        {of.state === 'linked' ? (
          <StatusTag tone="good">{text.linked}</StatusTag>
        ) : (
          <StatusTag tone="bad">{text.gone(of.goneSince, of.goneRuns)}</StatusTag>
        )}
        {of.isDisabledBySync && <Tag tone="warn">{text.disabled}</Tag>}
      </td>
      <td>
        <Time at={of.lastSeenTime} />
      </td>
      <td>{named.listed(of.ownedFields.map(({ label }) => label)) || text.nothingOwned}</td>
      {children}
    </tr>
  )
}
