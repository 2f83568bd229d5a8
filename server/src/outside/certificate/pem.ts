import { refuseCertificate } from './certificate-error.ts'

const blockForm = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Bytes from base64, with line breaks or without; anything that is not base64 is refused, not skipped. */
export function bytesOf(text: string): Buffer {
  const plain = text.replaceAll(/\s/g, '')
  return plain !== '' && base64Form.test(plain) ? Buffer.from(plain, 'base64') : refuseCertificate('unreadable')
}

/** The blocks of a PEM text with this label, others refused; without any block, one text of bare base64. */
export function blocksOf(text: string, ...labels: readonly string[]): Buffer[] {
  if (text.trim() === '') return []
  const blocks = [...text.matchAll(blockForm)]
  const begun = text.split('-----BEGIN').length - 1
  if (begun === 0) return [bytesOf(text)]
  if (begun !== blocks.length || blocks.some(([, label]) => !labels.includes(label!))) refuseCertificate('unreadable')
  return blocks.map(([, , body]) => bytesOf(body!))
}

/** As proxies write a certificate into a header: percent-encoded PEM (nginx), or bare base64. */
export function fromHeader(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
