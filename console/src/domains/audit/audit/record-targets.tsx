import type { AuditTargets } from '@hufu/contract/audit/audit'
import { moduleName } from '@hufu/contract/audit/audit-text'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useMayOpen } from '../../../ui/permitted.ts'
import type { Filters } from './period.ts'
import { text } from './text.ts'

const words = text.record
const PAGES: Readonly<Record<string, string>> = { user: '/organiz/detail', org: '/organiz/orgDetail', app: '/app/detail' }

interface Props {
  of: AuditTargets | undefined
  onNarrow: (patch: Partial<Filters>) => void
}

/** Every object of a record, with links to its page and its other records. */
export function RecordTargets({ of, onNarrow }: Props) {
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
