import type { PlanRow } from '@hufu/contract/import'
import { text } from './text.ts'

/** '' shows all rows. */
export type Filter = '' | PlanRow['verdict']
export type Choice = readonly [filter: Filter, name: string, count?: number]

/** The filter of the rows. */
export function PlanFilters({ of, value, onChange }: { of: readonly Choice[]; value: Filter; onChange: (filter: Filter) => void }) {
  return (
    <fieldset className="plan-filters" aria-label={text.plan.filter}>
      {of.map(([key, name, count]) => (
        <button
          key={key}
          type="button"
          className={`plan-filter plan-${key || 'all'}`}
          data-none={count === 0 || undefined}
          aria-pressed={key === value}
          onClick={() => onChange(key)}
        >
          {name} {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
