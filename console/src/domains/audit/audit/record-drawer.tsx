import { operLog, type OperLogDetail, type Neighbour, type AuditTargets } from '@hufu/contract/audit/audit'
import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { Button, Drawer } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Result, targetsText } from './operation-columns.tsx'
import type { Filters } from './period.ts'
import { RecordChanges } from './record-changes.tsx'
import { text } from './text.ts'
import { StatusTag } from '../../../ui/tag.tsx'
import { useMayOpen } from '../../../ui/permitted.ts'

const WIDTH = 760
const words = text.record

interface Props {
  id: string
  /** Narrows the list to records that share something with this one. */
  onNarrow: (patch: Partial<Filters>) => void
  onClose: () => void
}

/** One record in full: actor, request, changes, and integrity. */
export default function RecordDrawer({ id, onNarrow, onClose }: Props) {
  const record = useCall(operLog.byId, { query: { id }, quietly: true })
  const { data } = record
  return (
    <Drawer
      open
      size={WIDTH}
      title={data ? words.title(moduleName(data.module), operateName(data.module, data.operateType)) : text.detail}
      onClose={onClose}
      closable={{ 'aria-label': uiText.dialog.close }}
    >
      <Loaded of={record}>{data => <Record of={data} onNarrow={onNarrow} />}</Loaded>
    </Drawer>
  )
}

function Record({ of, onNarrow }: { of: OperLogDetail; onNarrow: Props['onNarrow'] }) {
  const { target, traceId, userName } = of
  const targets = useCall(operLog.targets, { query: { id: of.id }, quietly: true })
  return (
    <div className="record">
      <Descriptions of={factsOf(of)} />
      <p className="record-links">
        <Button size="small" onClick={() => onNarrow({ traceId })}>
          {words.sameTrace}
        </Button>
        {target && (
          <Button size="small" onClick={() => onNarrow({ target })}>
            {words.sameTarget}
          </Button>
        )}
        {userName && (
          <Button size="small" onClick={() => onNarrow({ userName })}>
            {words.sameUser}
          </Button>
        )}
      </p>
      <RecordTargets of={targets.data} onNarrow={onNarrow} />
      <h2>{words.changes}</h2>
      <RecordChanges of={of} targets={targets.data} />
      <h2>{words.request}</h2>
      <Request params={of.params} />
      <h2>{text.proof.title}</h2>
      <RecordIntegrity of={of} />
    </div>
  )
}

function factsOf(of: OperLogDetail) {
  const { labels } = words
  return [
    [labels.time, of.createTime],
    [labels.result, <Result key="result" of={of} />],
    [labels.user, of.realName ?? of.userName],
    [labels.account, of.userName],
    [labels.org, of.orgName],
    [labels.ip, of.ip],
    [labels.target, targetsText(of) || of.target],
    [labels.cost, text.cost(of.cost)],
    [labels.call, `${of.method} ${of.path}`],
    [labels.traceId, of.traceId],
  ] as const
}

/** The request without secrets; too long ones were cut when written. */
function Request({ params }: { params: string }) {
  const shown = formatJson(params)
  if (shown === '') return <p className="record-none">{words.noRequest}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
    <pre className="record-request" tabIndex={0} aria-label={words.request}>
      {shown}
    </pre>
  )
}

function formatJson(params: string): string {
  try {
    const parameters = JSON.parse(params) as Record<string, unknown> | null
    const filled = Object.entries(parameters ?? {}).filter(
      ([, part]) => part !== null && part !== undefined && JSON.stringify(part) !== '{}',
    )
    return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled), undefined, 2) : ''
  } catch {
    return params
  }
}

const proofText = text.proof
const isBad = (neighbour: Neighbour) => neighbour === 'broken' || neighbour === 'missing'

/** Whether the record and its neighbours are unchanged. */
function RecordIntegrity({ of: { digestRight, before, after, lane: chain, seq, digest } }: { of: OperLogDetail }) {
  const neighbour = (of: Neighbour) => <StatusTag tone={isBad(of) ? 'bad' : 'good'}>{proofText.neighbours[of]}</StatusTag>
  return (
    <Descriptions
      of={[
        [
          proofText.digest,
          <StatusTag key="digest" tone={digestRight ? 'good' : 'bad'}>
            {digestRight ? proofText.digestRight : proofText.digestWrong}
          </StatusTag>,
        ],
        [proofText.place, proofText.at(chain, seq)],
        [proofText.before, neighbour(before)],
        [proofText.after, neighbour(after)],
        [proofText.value, <span key="value" className="mono record-digest">{digest}</span>], // prettier-ignore
      ]}
    />
  )
}

const PAGES: Readonly<Record<string, string>> = { user: '/organiz/detail', org: '/organiz/orgDetail', app: '/app/detail' }

interface TargetsProps {
  of: AuditTargets | undefined
  onNarrow: (patch: Partial<Filters>) => void
}

/** Every object of a record, with links to its page and its other records. */
function RecordTargets({ of, onNarrow }: TargetsProps) {
  const mayOpen = useMayOpen()
  const named = of?.targets.filter(({ name }) => name !== null) ?? []
  if (!of || named.length === 0) return null
  return (
    <>
      <h2>{words.targets(of.total)}</h2>
      <ul className="record-targets">
        {named.map(({ type, id, name }) => (
          <li key={`${type} ${id}`}>
            <span className="record-kind">{moduleName(type)}</span>
            {PAGES[type] && mayOpen(PAGES[type]) ? <Link to={`${PAGES[type]}?id=${id}`}>{name}</Link> : name}
            <Button type="link" size="small" aria-label={`${words.sameTarget} ${name}`} onClick={() => onNarrow({ target: id })}>
              {words.sameTarget}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
