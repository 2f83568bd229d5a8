import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isUp } from './node-process.ts'

export interface Answer {
  method: 'GET' | 'POST'
  status: number
  code: string
  message: string
  ms: number
}

const POLL_MS = 200
/** A call that every signed-in user may make. */
export const READING = '/v3/notice/listNotice'

/** A load balancer: asks each node for its health and sends to those that are up. A request that was sent is never sent again. */
export class Balancer {
  readonly #nodes: readonly string[]
  readonly #up = new Set<string>()
  readonly #agent = new Agent({ keepAlive: true })
  #next = 0
  #isOpen = true
  #looking: Promise<unknown>

  constructor(nodes: readonly string[]) {
    this.#nodes = nodes
    for (const node of nodes) this.#up.add(node)
    this.#looking = Promise.all(nodes.map(node => this.#look(node)))
  }

  async #look(node: string): Promise<void> {
    while (this.#isOpen) {
      if (await isUp(node)) this.#up.add(node)
      else this.#up.delete(node)
      await pause(POLL_MS)
    }
  }

  isUp = (node: string): boolean => this.#up.has(node)

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#looking
    this.#agent.destroy()
  }

  /** If a connection is refused, nothing was sent, and the next node is tried. */
  async send(method: 'GET' | 'POST', path: string, token: string, body?: unknown): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const ready = this.#nodes.filter(node => this.#up.has(node))
      const node = ready[this.#next++ % Math.max(1, ready.length)] ?? this.#nodes[this.#next % this.#nodes.length]!
      try {
        return await this.#ask(node, method, path, token, body)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || tries > 100) throw error
        this.#up.delete(node)
        await pause(20)
      }
    }
  }

  #ask(node: string, method: Answer['method'], path: string, token: string, body: unknown): Promise<Answer> {
    const begun = performance.now()
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const headers = {
        token,
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const forwarded = request(`${node}/api${path}`, { method, agent: this.#agent, headers }, answer => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () => resolve({ method, status: answer.statusCode ?? 0, ...saidIn(pieces), ms: performance.now() - begun }))
      })
      forwarded.on('error', reject)
      forwarded.end(text)
    })
  }
}

/** The code and message of Hufu's envelope; any other answer has none. */
function saidIn(pieces: readonly Buffer[]): Pick<Answer, 'code' | 'message'> {
  try {
    const { code = 'no envelope', message = '' } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Partial<Answer>
    return { code, message }
  } catch {
    return { code: 'no envelope', message: '' }
  }
}

export interface Load {
  answers: Answer[]
  /** Errors of connections that broke after a request was sent. */
  broken: string[]
  /** Codes of the organisations whose creation was acknowledged. */
  acknowledged: string[]
  stop(): Promise<void>
}

/** Runs callers in parallel, each with one call at a time: two reads, then a change, which is recorded if it is acknowledged. */
export function startLoad(balancer: Balancer, token: string, callers: number, prefix: string): Load {
  const over = new AbortController()
  const load: Load = { answers: [], broken: [], acknowledged: [], stop: async () => undefined }
  const caller = async (n: number) => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const change = turn % 3 === 2 ? `${prefix}${n}X${turn}` : undefined
      try {
        const answer = change
          ? await balancer.send('POST', '/v3/org/save', token, { parentId: '1', name: change, code: change })
          : await balancer.send('GET', READING, token)
        load.answers.push(answer)
        if (change !== undefined && answer.code === 'success') load.acknowledged.push(change)
      } catch (error) {
        load.broken.push((error as Error).message)
      }
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))
  load.stop = async () => {
    over.abort()
    await all
  }
  return load
}

/** How many acknowledged changes the database does not hold exactly once. */
export const missingOf = async (load: Load, count: (text: string, values: unknown[]) => Promise<number>): Promise<number> =>
  load.acknowledged.length -
  (await count('select count(*) as n from (select code from org where code = any ($1) group by code having count(*) = 1) o', [
    load.acknowledged,
  ]))
