/** The part of autocannon's types the bench uses; the package has none. */
declare module 'autocannon' {
  interface Result {
    requests: { average: number }
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: {
    url: string
    headers: Record<string, string>
    connections: number
    duration: number
    /** Called for each connection before it sends anything. */
    setupClient?: (client: { setHeaders(headers: Record<string, string>): void }) => void
  }): Promise<Result>
}
