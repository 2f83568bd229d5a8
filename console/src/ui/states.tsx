import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { inBackground } from '../platform/error-log.ts'
import { text } from './text.ts'
import { CallError } from '../platform/client.ts'

const SKELETON_AFTER_MS = 300

/** True once `on` has lasted long enough to be worth showing. */
export function useDelayed(on: boolean, ms = SKELETON_AFTER_MS): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return undefined
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, ms])
  return on && late
}

/** Grey lines as a placeholder. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const visible = useDelayed(true)
  if (!visible) return <div className="skeleton-room" aria-hidden="true" />
  return (
    <output className="skeleton" aria-label={text.table.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} className="skeleton-line" />
      ))}
    </output>
  )
}

/** Says what would be here, with a first action. */
export function Empty({ title, hint, action }: { title: ReactNode; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <EmptyPicture />
      <p className="empty-title">{title}</p>
      {hint && <p className="empty-hint">{hint}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}

/** A drawing of two separate halves. */
function EmptyPicture() {
  return (
    <svg className="empty-picture" width="72" height="48" viewBox="0 0 72 48" fill="none" aria-hidden="true">
      <path d="M30 8v9l-4 4 4 4v15H14a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6z" />
      <path d="M42 8v9l-4 4 4 4v15h16a6 6 0 0 0 6-6V14a6 6 0 0 0-6-6z" strokeDasharray="3 3" />
    </svg>
  )
}

export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, trace } = traceOf(error)
  return (
    <div className="empty-state" role="alert">
      <p className="empty-title">{message || text.failure.title}</p>
      {trace && <p className="empty-hint">{text.failure.hint}</p>}
      {trace && <TraceId id={trace} />}
      <div className="empty-action">
        <Button onClick={onRetry}>{text.failure.retry}</Button>
      </div>
    </div>
  )
}

interface Query<D> {
  data: D | undefined
  error: unknown
  isFetchedAfterMount?: boolean
  refetch: () => unknown
}
type Reply<Q> = Q extends Query<unknown> ? Exclude<Q['data'], undefined> : undefined

/** Several replies as one, which is there once all are. A call that is not needed is undefined. */
export function together<Q extends Readonly<Record<string, Query<unknown> | undefined>>>(
  queries: Q,
): Query<{ [K in keyof Q]: Reply<Q[K]> }> {
  const needed = Object.entries(queries).flatMap(([name, query]) => (query ? [[name, query] as const] : []))
  const all = needed.map(([, query]) => query)
  const replies = Object.fromEntries(needed.map(([name, { data }]) => [name, data]))
  return {
    data: all.every(({ data }) => data !== undefined) ? (replies as { [K in keyof Q]: Reply<Q[K]> }) : undefined,
    error: all.find(({ error }) => error)?.error,
    isFetchedAfterMount: all.every(query => query.isFetchedAfterMount),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  }
}

interface LoadedProps<D> {
  of: Query<D>
  lines?: number
  /** Waits for the stored state and does not show what an earlier page has read: forms must begin with it. */
  fresh?: boolean
  children: (data: D) => ReactNode
}

/** The reply of a call; before it grey lines, or why it failed. */
export function Loaded<D>({ of, lines, fresh = false, children }: LoadedProps<D>) {
  if (of.data === undefined || (fresh && !of.isFetchedAfterMount)) return <Missing of={of} {...(lines && { lines })} />
  return children(of.data)
}

/** In the place of a reply that is not there: grey lines, or why the call failed. */
export function Missing({ of, ...lines }: { of: Query<unknown>; lines?: number }) {
  if (of.error && of.data === undefined) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  return <Skeleton {...lines} />
}

export function TraceId({ id }: { id: string }) {
  return (
    <p className="trace">
      {text.failure.trace} <code>{id}</code>
      <CopyButton value={id} />
    </p>
  )
}

/** A code or account with a copy button. */
export function Copyable({ value }: { value: string }) {
  return (
    <>
      <code>{value}</code>
      <CopyButton value={value} />
    </>
  )
}

export function CopyButton({ value }: { value: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    inBackground(navigator.clipboard?.writeText(value).then(() => setCopied(true)))
  }
  return (
    <Button
      type="link"
      size="small"
      className="copy"
      aria-label={`${copied ? text.failure.copied : text.failure.copy} ${value}`}
      onClick={copy}
    >
      {copied ? text.failure.copied : text.failure.copy}
    </Button>
  )
}

/** The message of an error for users, and its trace number in the server's log. */
function traceOf(error: unknown): { message: string; trace: string } {
  if (!(error instanceof CallError)) return { message: '', trace: '' }
  const { traceId } = (error.envelope ?? {}) as { traceId?: string }
  return { message: error.message, trace: traceId ?? '' }
}
