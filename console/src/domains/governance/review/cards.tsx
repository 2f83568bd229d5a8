import type { Examine } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import { ago } from '../../../platform/dates.ts'
import type { Listing } from '../../../ui/list/data-table.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Changes, Validator, Operation, Status, Waiting } from './columns.tsx'
import { text } from './text.ts'

interface Props {
  of: Listing<Examine>
  paging: { current: number; size: number }
  onPage: (paging: { current: number; size: number }) => void
  onOpen: (row: Examine) => void
  empty?: string | undefined
  onClearFilters?: (() => void) | undefined
}

/** The list on a small screen. */
export function Cards({ of, paging, onPage, onOpen, empty, onClearFilters }: Props) {
  return (
    <Loaded of={of} lines={8}>
      {data => {
        const { records, total } = data
        if (records.length === 0) {
          const again = (
            <Button onClick={onClearFilters ?? (() => void of.refetch())}>
              {onClearFilters ? uiText.table.clearFilters : uiText.table.again}
            </Button>
          )
          return <Empty title={onClearFilters ? uiText.table.nothingFound : (empty ?? uiText.table.nothingYet)} action={again} />
        }
        return (
          <>
            <ul className="review-cards">
              {records.map(row => (
                <li key={row.id} className="review-card">
                  <span className="review-name">
                    <Operation of={row} />
                    <strong>{row.objectName}</strong>
                    <Status of={row} />
                  </span>
                  <Validator of={row} />
                  <Changes of={row} />
                  <p className="review-aside">{[row.applyUser, row.orgName, ago(row.applyTime)].filter(Boolean).join(' · ')}</p>
                  <div className="review-card-foot">
                    <span className="review-aside">
                      <Waiting of={row} />
                    </span>
                    <Button
                      className="review-open"
                      data-id={row.id}
                      type={row.mayAct ? 'primary' : 'default'}
                      aria-label={`${row.mayAct ? text.act : text.view} ${row.objectName}`}
                      onClick={() => onOpen(row)}
                    >
                      {row.mayAct ? text.act : text.view}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
            <Pagination {...paging} total={total} onTurn={current => onPage({ ...paging, current })} />
          </>
        )
      }}
    </Loaded>
  )
}
