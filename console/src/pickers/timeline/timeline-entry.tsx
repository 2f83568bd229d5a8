import type { HistoryField, NamedType } from '@hufu/contract/audit/audit'
import type { TimelineChange, TimelineEntry } from '@hufu/contract/audit/timeline'
import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { fieldName, tableName, valueText } from '@hufu/contract/audit/history-text'
import { loginTypes } from '@hufu/contract/audit/login-log'
import { named, states } from '@hufu/contract/text'
import { Link } from 'react-router'
import { ActButton } from '../../ui/act-button.tsx'
import { useMayOpen } from '../../ui/permitted.ts'
import { Tag } from '../../ui/tag.tsx'
import { grantSentence } from './grant-sentence.ts'
import { MoveLine } from '../move-line.tsx'
import { namedValue } from '../named-value.ts'
import { text as restoreText } from '../restore-text.ts'
import { restoreCalls, type TimelineName } from './restore-calls.ts'
import { text } from './timeline-text.ts'

export interface Naming {
  names: Readonly<Record<string, string>>
  /** The object of the timeline, which its entries need not name. */
  own: { type: NamedType; id: string }
}

interface EntryProps {
  of: TimelineEntry
  timeline: TimelineName
  naming: Naming
  onRestore: (entry: TimelineEntry) => void
}

/** One entry: what happened, by whom, and what it changed. */
export function Entry({ of, timeline: name, naming, onRestore }: EntryProps) {
  const mayOpen = useMayOpen()
  const changes = changesBeside(of)
  const failed = of.result === 1 ? '' : ' timeline-failed'
  return (
    <li className={`timeline-entry timeline-${of.kind}${failed}`}>
      <time dateTime={of.time.replace(' ', 'T')}>{of.time.slice(11)}</time>
      <span className="timeline-mark" aria-hidden />
      <div className="timeline-body">
        <div className="timeline-head">
          <p>
            {headOf(of)} {of.isUndone && <Tag>{text.undone}</Tag>}
          </p>
          {of.restoreId !== null && (
            <ActButton
              call={restoreCalls[name].restore}
              size="small"
              aria-label={text.restore.name(headOf(of), of.time)}
              onClick={() => onRestore(of)}
            >
              {restoreText.ok}
            </ActButton>
          )}
        </div>
        <p>
          <small>{byOf(of)}</small>
          {of.logId && mayOpen('/audit/operation') && (
            <>
              {' '}
              <small>
                <Link to={`/audit/operation?id=${of.logId}`}>{text.record}</Link>
              </small>
            </>
          )}
        </p>
        {of.moves.length > 0 && (
          <p className="timeline-move">
            <MoveLine of={of.moves} />
          </p>
        )}
        {changes.length > 0 && (
          <ul className="timeline-changes">
            {changes.map(change => (
              <Change key={change.id} of={change} isGrant={of.kind === 'grant'} naming={naming} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

export function headOf({ kind, module, operateType, result, message, loginType }: TimelineEntry): string {
  if (kind === 'signIn') {
    const method = loginTypes[loginType ?? ''] ?? ''
    return result === 1 ? text.signedIn(method) : text.signInFailed(method, message)
  }
  const name = module === '' ? text.systemAct : `${moduleName(module)} · ${operateName(module, operateType)}`
  return result === 1 ? name : named.clauses([name, text.refused(message)])
}

function byOf({ kind, byName, byId, ip, agent }: TimelineEntry): string {
  const who = kind === 'signIn' ? [] : [text.by(byName ?? byId ?? text.bySystem)]
  return [...who, ...(ip === null ? [] : [text.from(ip)]), ...(agent ? [agent] : [])].join(' · ')
}

const MAIN_JOB = 1
const isMain = ({ fields }: TimelineChange) =>
  fields.some(({ name, before, after }) => name === 'job_type' && (before ?? after) === MAIN_JOB)

/** Whether the line of a move already says this field of a change. */
function isSaid(change: TimelineChange, { name, before, after }: HistoryField, places: ReadonlySet<unknown>): boolean {
  if (change.table === 'org') return name === 'parent_id'
  if (change.table !== 'job' || !(change.operateType === 'update' || isMain(change))) return false
  return name === 'job_type' || name === 'user_id' || (name === 'org_id' && [before, after].every(id => id === null || places.has(id)))
}

/** The changes without what the line of a move says. */
function changesBeside({ changes, moves }: TimelineEntry): readonly TimelineChange[] {
  if (moves.length === 0) return changes
  const places = new Set<unknown>(moves.flatMap(({ from, to }) => [from.id, to.id]))
  return changes
    .map(change => ({ ...change, fields: change.fields.filter(field => !isSaid(change, field, places)) }))
    .filter(({ operateType, fields }) => fields.some(({ before, after }) => operateType === 'update' || (before ?? after) !== null))
}

const verbOf = ({ operateType }: TimelineChange, isGrant: boolean): string =>
  isGrant ? { insert: text.won, update: text.altered, delete: text.lost }[operateType] : text.verbs[operateType]

function Change({ of, isGrant, naming }: { of: TimelineChange; isGrant: boolean; naming: Naming }) {
  const sentence = grantSentence(of, naming)
  return <li>{sentence === undefined ? <Fields of={of} verb={verbOf(of, isGrant)} naming={naming} /> : sentence}</li>
}

export function Fields({ of, verb, naming }: { of: TimelineChange; verb: string; naming: Naming }) {
  const { names, own } = naming
  const plainValue = (field: HistoryField, value: unknown) => {
    const plain = namedValue(names, field, value)
    return plain === '' ? states.empty : plain
  }
  const isUpdate = of.operateType === 'update'
  const isOwn = ({ objectType, before, after }: HistoryField) => objectType === own.type && (before ?? after) === own.id
  const fields = of.fields.filter(field => isUpdate || !isOwn(field))
  const filled = fields.filter(({ name, before, after }) => isUpdate || valueText(name, before ?? after) !== '')
  return (
    <>
      <span className="timeline-what">
        {verb}
        {tableName(of.table)}
      </span>
      {filled.map(field => (
        <span key={field.name} className="timeline-field">
          {fieldName(field.name)}{' '}
          {isUpdate ? (
            <>
              <del>{plainValue(field, field.before)}</del> → <ins>{plainValue(field, field.after)}</ins>
            </>
          ) : (
            plainValue(field, field.before ?? field.after)
          )}
        </span>
      ))}
    </>
  )
}
