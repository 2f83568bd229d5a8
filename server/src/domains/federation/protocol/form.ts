import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'
export const LONGEST_FORM = 32_768

/** Leaves bodies unread for `readForm`, so that any other content is answered as the sender's error, not as a defect. */
export function leaveBodiesUnparsed(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** The fields of a form, or a message that says why it cannot be read. */
export async function readForm({ raw, headers }: FastifyRequest, longest = LONGEST_FORM): Promise<URLSearchParams | string> {
  if (headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() !== FORM) return `only ${FORM} content-type bodies are supported`
  let body = ''
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    body += piece.toString('latin1')
    if (body.length > longest) return 'request entity too large'
  }
  return new URLSearchParams(body)
}
