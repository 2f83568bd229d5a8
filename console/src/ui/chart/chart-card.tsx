import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { language } from '../../platform/language.ts'
import { save } from '../../platform/client.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useTheme } from '../../platform/theme.ts'
import { Loaded, Skeleton } from '../states.tsx'
import { text } from '../text.ts'
import { csvOf } from './csv.ts'
import type { Shape } from './shapes.ts'
import './chart.css'

// The chart library is two thirds of a first visit's download, so it is loaded with the first chart.
const Drawing = lazyComponent(
  () => import('./drawing.tsx'),
  () => <Skeleton />,
)

export interface Cell {
  value: string | number
  /** A link to details. */
  to?: ReactNode
}
interface Props {
  title: string
  /** What is counted, if the title does not say it. */
  hint?: string | undefined
  of: { data: unknown; error: unknown; refetch: () => unknown }
  /** Undefined if there is nothing to draw. */
  shape: Shape | undefined
  label: string
  none: string
  onPick?: ((index: number, series: number) => void) | undefined
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Shown in the header, before the switch between chart and table. */
  actions?: ReactNode
}

/** A chart with the same numbers as a table and as a file. */
export function ChartCard(props: Props) {
  const { title, hint, of, rows, head, actions } = props
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const bare = props.shape === undefined
  const table = () =>
    save(
      new Blob(
        [
          csvOf(
            head,
            rows.map(row => row.map(({ value }) => value)),
          ),
        ],
        { type: 'text/csv' },
      ),
      `${title}.csv`,
    )
  return (
    <section className="card chart-card" aria-labelledby={id}>
      <header className="chart-head">
        <h2 id={id} className="card-title">
          {title}
        </h2>
        <div className="chart-acts">
          {actions}
          {!bare && (
            <>
              <Button size="small" type="text" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                {text.chart.table}
              </Button>
              <Button size="small" type="text" aria-label={text.chart.saveNamed(title)} onClick={table}>
                {text.chart.save}
              </Button>
            </>
          )}
        </div>
      </header>
      {hint && <p className="chart-hint">{hint}</p>}
      <Loaded of={of}>{() => <ChartBody {...props} asTable={asTable} />}</Loaded>
    </section>
  )
}

function ChartBody({ title, shape, label, none, onPick, head, rows, asTable }: Props & { asTable: boolean }) {
  const { isDark } = useTheme()
  if (!shape) return <Bare none={none} />
  if (asTable) return <NumberTable title={title} head={head} rows={rows} />
  return <Drawing key={String(isDark)} shape={shape} label={label} onPick={onPick} />
}

/** Empty axes without numbers. */
function Bare({ none }: { none: string }) {
  return (
    <div className="chart-bare">
      <svg viewBox="0 0 320 120" aria-hidden="true">
        <path d="M8 8v104h304" />
        {[40, 72, 56, 88, 48, 64].map((height, n) => (
          <rect key={n} x={28 + n * 48} y={112 - height} width="24" height={height} />
        ))}
      </svg>
      <p>{none}</p>
    </div>
  )
}

function NumberTable({ title, head, rows }: Pick<Props, 'title' | 'head' | 'rows'>) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="chart-table" aria-label={text.chart.tableOf(title)} tabIndex={0}>
      <table>
        <caption className="heard-only">{title}</caption>
        <thead>
          <tr>
            {head.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {row.map(({ value, to }, at) =>
                at === 0 ? (
                  <th key={at} scope="row">
                    {to ?? value}
                  </th>
                ) : (
                  <td key={at}>{to ?? (typeof value === 'number' ? value.toLocaleString(language) : value)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
