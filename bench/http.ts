import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}
interface RequestOptions {
  method?: string
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
}
export type Ask = (path: string, options?: RequestOptions) => Promise<Answer>

const FORM = 'application/x-www-form-urlencoded'

function bodyOf({ form, json }: RequestOptions): { type: string; text: string } | undefined {
  if (form) return { type: FORM, text: new URLSearchParams(form).toString() }
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) }
}

/**
 * Keeps as many connections as there are callers. Lighter than fetch, whose
 * own cost would be measured, because it shares the machine.
 */
export function createAsk(address: string): Ask {
  const agent = new Agent({ keepAlive: true })
  return (path, options = {}) =>
    new Promise((resolve, reject) => {
      const body = bodyOf(options)
      const method = options.method ?? (body ? 'POST' : 'GET')
      const type = body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }
      const sent = request(address + path, { agent, method, headers: { ...type, ...options.headers } }, answer => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', piece => (text += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      sent.on('error', reject)
      sent.end(body?.text)
    })
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
