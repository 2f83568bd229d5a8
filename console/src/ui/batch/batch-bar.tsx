import { Button } from 'antd'
import type { ReactNode } from 'react'
import { text } from '../text.ts'
import type { Selection } from '../list/use-selection.ts'

interface Props<T> {
  of: Selection<T>
  /** How many rows the query found, if the actions can apply to all of them. */
  total?: number | undefined
  children: ReactNode
}

/** Shown with the first tick: the number of ticked rows and the actions on them. */
export function BatchBar<T>({ of, total, children }: Props<T>) {
  const count = of.count(total ?? 0)
  if (count === 0) return null
  const more = total !== undefined && !of.everything && total > of.ids.length
  return (
    <section className="batch-bar" aria-label={text.batch.label}>
      <output className="batch-count">{text.batch.chosen(count)}</output>
      <Button type="link" size="small" onClick={of.clear}>
        {text.batch.clear}
      </Button>
      {more && (
        <Button type="link" size="small" onClick={of.chooseEverything}>
          {text.batch.everything(total)}
        </Button>
      )}
      <div className="batch-acts">{children}</div>
    </section>
  )
}
