import { randomUUID } from 'node:crypto'
import { isMailAddress } from './address.ts'
import { MailError, type Mail, type MailAccount } from './mail-server.ts'
import { text } from './text.ts'

/** Bytes per encoded word: in base64 a multiple of four below its 75 characters. */
const WORD_BYTES = 42
const LINE = 76

/** Splits text into encoded words of whole characters (RFC 2047, 2 and 5). */
function encodedWords(value: string): string {
  const pieces: string[] = ['']
  for (const character of value) {
    if (Buffer.byteLength(pieces.at(-1)! + character) > WORD_BYTES) pieces.push('')
    pieces[pieces.length - 1] += character
  }
  return pieces.map(piece => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ')
}

/** A header with user text: always encoded, so that none of its line breaks is sent. */
const wordsIn = (value: string) => encodedWords(value.replaceAll(/\p{Cc}/gu, ' '))

/** The mail in wire form (RFC 5322), its body in base64. */
export function messageOf({ to, subject, text: body }: Mail, { from, fromName }: Pick<MailAccount, 'from' | 'fromName'>): string {
  if (!isMailAddress(to) || !isMailAddress(from)) throw new MailError(text.addressWrong, { retry: false })
  const encoded = Buffer.from(body).toString('base64')
  const lines = encoded.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return [
    `From: ${fromName === '' ? '' : `${wordsIn(fromName)} `}<${from}>`,
    `To: <${to}>`,
    `Subject: ${wordsIn(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
    '',
  ].join('\r\n')
}

/** A line that begins with a dot would end the mail, so it gets a second one (RFC 5321, 4.5.2). Line breaks become CRLF. */
export const dotStuffed = (message: string): string => message.replaceAll(/\r\n|\r|\n/g, '\r\n').replaceAll(/^\./gm, '..')
