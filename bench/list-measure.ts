import type pg from 'pg'
import type { Ask } from './http.ts'
import { filtersOf, requiredOf, type List, type Query } from './list-filters.ts'
import { heaviestPath, isRead, planOf, removedBy } from '../tools/plans.ts'
import { sentStatements, type SentStatement } from '../tools/sent-statements.ts'

const SIZES = [1, 20, 500]
/** A list that takes longer is one to mend. */
export const SLOW_MS = 300
/** Between these, a request is sent again, because the first one may have read from the disk. */
const AGAIN_MS = { from: 30, to: 3000 }

export interface Slowest {
  request: string
  hits: number
  milliseconds: number
  removed: number
  plan: string
  /** The code of the refusal, where there was no answer in time. */
  failure: string | undefined
}

export interface Measured {
  name: string
  /** How many rows the longest of the lists has without a filter. */
  total: number
  refusal: string
  slowest: Slowest | undefined
}

interface Answer {
  code: string
  total: number
  milliseconds: number
  statements: SentStatement[]
}

/** Sends each request of a list, and explains the slowest statement of the slowest one. */
export async function measureList(pool: pg.Pool, ask: Ask, token: string, list: List): Promise<Measured> {
  const measured: Measured = { name: list.name, total: 0, refusal: '', slowest: undefined }
  let slowest: (Answer & { request: string }) | undefined
  for (const required of requiredOf(list))
    for (const filter of filtersOf(list))
      for (const size of SIZES) {
        const request = `${Object.values(required).join(' ')} ${filter.name} size=${size}`.trim()
        const answer = await send(ask, token, list, { ...required, ...filter.query, size: String(size) })
        if (answer.code !== 'success' && answer.milliseconds < SLOW_MS) {
          if (filter.name === '') measured.refusal = answer.code
          continue
        }
        if (filter.name === '') measured.total = Math.max(measured.total, answer.total)
        if (!slowest || answer.milliseconds > slowest.milliseconds) slowest = { ...answer, request }
      }
  if (slowest) measured.slowest = { ...(await explained(pool, slowest)), request: slowest.request }
  return measured
}

async function explained(pool: pg.Pool, { code, total, milliseconds, statements }: Answer): Promise<Omit<Slowest, 'request'>> {
  const settings = statements.filter(({ text }) => text.includes("set_config('statement_timeout'"))
  const heaviest = statements.filter(isRead).toSorted((one, other) => other.milliseconds - one.milliseconds)[0]
  const plan = heaviest && (await planOf(pool, heaviest, settings))
  return {
    hits: total,
    milliseconds,
    removed: plan ? removedBy(plan) : 0,
    plan: plan ? heaviestPath(plan) : '',
    failure: code === 'success' ? undefined : code,
  }
}

async function send(ask: Ask, token: string, list: List, query: Query): Promise<Answer> {
  const first = await sendOnce(ask, token, list, query)
  if (first.milliseconds < AGAIN_MS.from || first.milliseconds > AGAIN_MS.to) return first
  const second = await sendOnce(ask, token, list, query)
  return second.milliseconds < first.milliseconds ? second : first
}

async function sendOnce(ask: Ask, token: string, { call }: List, query: Query): Promise<Answer> {
  let text = ''
  const begin = performance.now()
  const statements = await sentStatements(async () => {
    const url = `/api${call.path}?${new URLSearchParams(query).toString()}`
    ;({ text } = await ask(url, { method: call.method, headers: { token } }))
  })
  const milliseconds = performance.now() - begin
  const { code, data } = JSON.parse(text) as { code: string; data: { total?: number } | null }
  return { code: code === '0' ? 'success' : code, total: data?.total ?? 0, milliseconds, statements }
}
