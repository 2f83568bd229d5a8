import type { FastifyReply } from 'fastify'
import { text as protocolText } from '../../protocol/text.ts'
import { escapeHtml, sendPage } from '../../protocol/page.ts'
import { queryOf, type Message } from './message.ts'
import type { Element } from '../xml/read.ts'
import { signedBy } from './respond.ts'
import { signQuery, type SigningPair } from '../xml/signature.ts'
import { write } from '../xml/write.ts'

export const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
export const redirect = (reply: FastifyReply, to: string): FastifyReply => reply.headers(HEADERS).redirect(to, 303)

interface Sent {
  to: string
  kind: Message['kind']
  relayState: string | null | undefined
  title: string
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

/** Sends a signed element by a form that submits itself (HTTP-POST). */
export function sendForm(reply: FastifyReply, element: Element, { to, kind, relayState, title }: Sent): FastifyReply {
  const field = kind === 'request' ? 'SAMLRequest' : 'SAMLResponse'
  const inputs = [hidden(field, Buffer.from(write(element)).toString('base64'))]
  if (relayState !== null && relayState !== undefined) inputs.push(hidden('RelayState', relayState))
  const button = `<nav><button class="first">${protocolText.goOn}</button></nav>`
  const body = `<form method="post" action="${escapeHtml(to)}">${inputs.join('')}${button}</form>`
  return sendPage(reply, { icon: 'good', title, body, sends: true, leadsAnywhere: true })
}

/** Signs a logout message and sends it by the binding of the application. */
export async function sendLogout(
  reply: FastifyReply,
  element: Element,
  sent: Sent & { binding: string },
  pair: SigningPair,
): Promise<FastifyReply> {
  if (sent.binding === 'post') return sendForm(reply, await signedBy(element, pair), sent)
  const query = await signQuery(queryOf(sent.kind, write(element), sent.relayState ?? undefined), pair)
  return redirect(reply, `${sent.to}${sent.to.includes('?') ? '&' : '?'}${query}`)
}
