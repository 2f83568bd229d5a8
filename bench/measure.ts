import autocannon from 'autocannon'

export interface Latency {
  p50: number
  p95: number
}

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Runs requests one after another over one kept connection; milliseconds. */
export async function latency(ask: (n: number) => Promise<unknown>, times = 200): Promise<Latency> {
  for (let n = 0; n < Math.min(20, times); n++) await ask(n)
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const begin = performance.now()
    await ask(n)
    taken.push(performance.now() - begin)
  }
  taken.sort((a, b) => a - b)
  return { p50: quantile(taken, 0.5), p95: quantile(taken, 0.95) }
}

export interface Throughput {
  perSecond: number
  p99: number
  /** The number of unsuccessful answers. */
  failed: number
}

export async function throughput(
  url: string,
  options: { headers?: Record<string, string>; tokens?: readonly string[]; connections?: number; seconds?: number } = {},
): Promise<Throughput> {
  const { headers = {}, tokens = [], connections = 32, seconds = 5 } = options
  let n = 0
  // Each connection belongs to another user.
  const setupClient = (client: { setHeaders(headers: Record<string, string>): void }) => {
    const token = tokens[n++ % tokens.length]
    if (token !== undefined) client.setHeaders({ ...headers, token })
  }
  const result = await autocannon({ url, headers, connections, duration: seconds, setupClient })
  return { perSecond: result.requests.average, p99: result.latency.p99, failed: result.non2xx + result.errors }
}

/** Runs `callers` at once for `seconds`: successes per second, and the 50th and 99th percentile of their duration. */
export async function runConcurrently(callers: number, seconds: number, act: (n: number, caller: number) => Promise<unknown>) {
  const until = performance.now() + seconds * 1000
  const taken: number[] = []
  let n = 0
  let failed = 0
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        const begin = performance.now()
        await act(n++, caller).then(
          () => taken.push(performance.now() - begin),
          () => failed++,
        )
      }
    }),
  )
  taken.sort((a, b) => a - b)
  return { each: taken.length / seconds, p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), failed }
}

export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))
export const perSecond = (value: number): string => Math.round(value).toLocaleString('en-US')
