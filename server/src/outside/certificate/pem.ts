import { refuseCertificate } from './certificate-error.ts'

const blockForm = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Bytes from base64, with or without line breaks; anything else is refused, not skipped. */
export function bytesOf(text: string): Buffer {
  const plain = text.replaceAll(/\s/g, '')
  return plain !== '' && base64Form.test(plain) ? Buffer.from(plain, 'base64') : refuseCertificate('unreadable')
}

/** The blocks of a PEM text with these labels, others refused; without any block, the text is bare base64. */
export function blocksOf(text: string, ...labels: readonly string[]): Buffer[] {
  if (text.trim() === '') return []
  const blocks = [...text.matchAll(blockForm)]
  const begun = text.split('-----BEGIN').length - 1
  if (begun === 0) return [bytesOf(text)]
  if (begun !== blocks.length || blocks.some(([, label]) => !labels.includes(label!))) refuseCertificate('unreadable')
  return blocks.map(([, , body]) => bytesOf(body!))
}

/** A certificate in a header as proxies write it: percent-encoded PEM (nginx), or bare base64. */
export function fromHeader(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
