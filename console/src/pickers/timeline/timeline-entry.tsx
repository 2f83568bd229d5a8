import type { HistoryField, NamedType } from '@hufu/contract/audit/audit'
import type { TimelineChange, TimelineEntry } from '@hufu/contract/audit/timeline'
import { moduleName, operateName } from '@hufu/contract/audit/audit-text'
import { fieldName, tableName, valueText } from '@hufu/contract/audit/history-text'
import { loginTypes } from '@hufu/contract/audit/login-log'
import { named, states } from '@hufu/contract/text'
import { Link } from 'react-router'
import { useMayOpen } from '../../ui/permitted.ts'
import { grantSentence } from './grant-sentence.ts'
import { namedValue } from '../named-value.ts'
import { text } from './timeline-text.ts'

export interface Naming {
  names: Readonly<Record<string, string>>
  /** The object of the timeline, which its entries need not name. */
  own: { type: NamedType; id: string }
}

/** One entry: what happened, by whom, and what it changed. */
export function Entry({ of, naming }: { of: TimelineEntry; naming: Naming }) {
  const mayOpen = useMayOpen()
  const failed = of.result === 1 ? '' : ' timeline-failed'
  return (
    <li className={`timeline-entry timeline-${of.kind}${failed}`}>
      <time dateTime={of.time.replace(' ', 'T')}>{of.time.slice(11)}</time>
      <span className="timeline-mark" aria-hidden />
      <div className="timeline-body">
        <p>{headOf(of)}</p>
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
        {of.changes.length > 0 && (
          <ul className="timeline-changes">
            {of.changes.map((change, n) => (
              <Change key={n} of={change} isGrant={of.kind === 'grant'} naming={naming} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function headOf({ kind, module, operateType, result, message, loginType }: TimelineEntry): string {
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

const verbOf = ({ operateType }: TimelineChange, isGrant: boolean): string =>
  isGrant ? { insert: text.won, update: text.altered, delete: text.lost }[operateType] : text.verbs[operateType]

function Change({ of, isGrant, naming }: { of: TimelineChange; isGrant: boolean; naming: Naming }) {
  const sentence = grantSentence(of, naming)
  return <li>{sentence === undefined ? <Fields of={of} isGrant={isGrant} naming={naming} /> : sentence}</li>
}

function Fields({ of, isGrant, naming }: { of: TimelineChange; isGrant: boolean; naming: Naming }) {
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
        {verbOf(of, isGrant)}
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
