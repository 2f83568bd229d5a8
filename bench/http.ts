import { Agent, request, type IncomingHttpHeaders } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** As many kept connections as there are callers; lighter than fetch, which would measure itself. */
export function asker(address: string): (path: string, form?: Record<string, string>, headers?: Record<string, string>) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true })
  return (path, form, headers = {}) =>
    new Promise((resolve, reject) => {
      const body = form && new URLSearchParams(form).toString()
      const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
      const asked = request(
        address + path,
        { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...type, ...headers } },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', piece => (text += piece))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
