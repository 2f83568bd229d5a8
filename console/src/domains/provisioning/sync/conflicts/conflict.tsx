import { sync, type SyncConflict, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useMay } from '../../../../ui/permitted.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { text } from './conflict-text.ts'
import { keyOf } from './use-conflict-keys.ts'
import type { Resolve } from './use-resolve.ts'

interface Props {
  of: SyncConflict
  resolve: Resolve
}

/** The source's row at the left, the candidates it may mean at the right. */
export function Conflict({ of: row, resolve }: Props) {
  const may = useMay()(sync.resolve)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys are heard while it has the focus
    <li className="sync-conflict" data-key={keyOf(row)} tabIndex={0}>
      <div>
        <p className="sync-conflict-name">
          <Tag>{syncText.object[row.objectType]}</Tag>
          <strong>{row.name}</strong>
          <span className="sync-aside">
            {row.syncName} · {text.origin(row.originId)} · {row.createTime}
          </span>
        </p>
        <p className="sync-conflict-reason">{row.reason}</p>
        <dl className="sync-conflict-fields" aria-label={text.incoming}>
          {row.fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value ?? text.empty}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <p className="sync-conflict-title">{text.candidates}</p>
        <Candidates of={row} resolve={resolve} may={may} />
        {may && (
          <div className="sync-conflict-acts">
            <Button disabled={resolve.pending} aria-label={text.createOf(row.name)} onClick={() => void resolve.create(row)}>
              {text.create}
            </Button>
            <Button disabled={resolve.pending} aria-label={text.ignoreOf(row.name)} onClick={() => void resolve.ignore(row)}>
              {text.ignore}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

function Candidates({ of: row, resolve, may }: Props & { may: boolean }) {
  if (row.candidates.length === 0) return <p className="sync-aside">{text.noCandidates}</p>
  return (
    <ol className="sync-candidates">
      {row.candidates.map(candidate => (
        <li key={candidate.id}>
          <span>
            {candidate.name}
            <span className="sync-aside"> {[candidate.userName, candidate.orgName].filter(Boolean).join(' · ')}</span>
          </span>
          {may && (
            <Button
              size="small"
              disabled={resolve.pending}
              aria-label={text.linkTo(row.name, candidate.name)}
              onClick={() => void resolve.link(row, candidate)}
            >
              {text.link}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
