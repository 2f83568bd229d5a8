import type { ReplyOf } from '@hufu/contract/call'
import { approveNodes, type Flow } from '@hufu/contract/governance/design'
import { reviewText } from '@hufu/contract/governance/review-text'
import { workflow } from '@hufu/contract/governance/workflow'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Empty, Loaded, together } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { changesBetween } from './compare.ts'
import { text } from './text.ts'
import './versions.css'

const words = text.versions

interface Props {
  of: { id: string; name: string; version: number }
  onClose: () => void
}

/** Every deployed version, its steps, and its changes. */
export default function VersionsDialog({ of: { id, name, version: deployed }, onClose }: Props) {
  const found = useCall(workflow.versions, { query: { id } })
  const [opened, setOpened] = useState<number | undefined>(deployed || undefined)
  const contentOf = (versions: ReplyOf<typeof workflow.versions>) =>
    versions.length === 0 ? (
      <Empty title={words.none} hint={words.noneHint} />
    ) : (
      <ol className="flow-versions" aria-label={words.list}>
        {versions.map(({ version, deployTime, userName }) => (
          <li key={version}>
            <button
              type="button"
              className="flow-version"
              aria-expanded={opened === version}
              onClick={() => setOpened(opened === version ? undefined : version)}
            >
              <strong>{text.version(version)}</strong>
              {version === deployed && <Tag tone="good">{words.current}</Tag>}
              <span>{words.deployed(deployTime, userName)}</span>
            </button>
            {opened === version && <OneVersion id={id} version={version} />}
          </li>
        ))}
      </ol>
    )
  return (
    <Dialog title={words.title(name)} onClose={onClose}>
      <Loaded of={found} lines={4}>
        {contentOf}
      </Loaded>
    </Dialog>
  )
}

const NEVER_MS = Infinity

function OneVersion({ id, version }: { id: string; version: number }) {
  const now = useCall(workflow.oneVersion, { query: { id, version }, staleTime: NEVER_MS })
  const before = useCall(workflow.oneVersion, { query: { id, version: version - 1 }, staleTime: NEVER_MS, enabled: version > 1 })
  return (
    <Loaded of={together({ now, before: version > 1 ? before : undefined })} lines={3}>
      {flows => <VersionContent {...flows} />}
    </Loaded>
  )
}

function VersionContent({ now, before }: { now: Flow; before: Flow | undefined }) {
  return (
    <div className="flow-version-content">
      <h3>{words.changes}</h3>
      {before ? <Changes before={before} after={now} /> : <p>{words.first}</p>}
      <h3>{words.steps}</h3>
      <ol>
        {approveNodes(now).map(node => (
          <li key={node.id}>
            {node.name} · {node.approverType && reviewText.approverType[node.approverType]}
            {node.approverType !== 'orgAdmin' && ` ${words.people(node.approverIds?.length ?? 0)}`} · {reviewText.mode[node.mode ?? 'or']}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Changes({ before, after }: { before: Flow; after: Flow }) {
  const changes = changesBetween(before, after)
  if (changes.length === 0) return <p>{words.same}</p>
  return (
    <ul>
      {changes.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
