import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { HttpSender } from '../http-sender.ts'
import { askGateway, wordOf } from './ask.ts'
import { SmsError, type SmsAccount, type SmsGateway, type SmsMessage } from './gateway.ts'

const ALGORITHM = 'ACS3-HMAC-SHA256'
const ADDRESS = 'https://dysmsapi.aliyuncs.com'

/** Nothing was sent, and a later try may succeed. Limits per telephone are not among them, as they last an hour or a day. */
const RETRYABLE = /^Throttling(\.|$)/
/** The request failed, but the message may have been sent. */
const BROKEN = /^(ServiceUnavailable|InternalError|isp\.SYSTEM_ERROR|isp\.GATEWAY_ERROR)(\.|$)/
/** The message of this error repeats what was signed. */
const MISSIGNED = 'SignatureDoesNotMatch'

/** Alibaba Cloud, SendSms of 2017-05-25, signed by V3: help.aliyun.com/document_detail/55284.html, …/2593177.html. */
export const openAliyun = (account: SmsAccount, send: HttpSender): SmsGateway => ({
  name: 'aliyun',
  send: async message => {
    const url = new URL(account.address || ADDRESS)
    url.search = canonicalQuery(parametersOf(account, message))
    const headers = {
      host: url.host,
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': sha256(''),
      'x-acs-date': new Date().toISOString().replace(/\.\d+/, ''),
      'x-acs-signature-nonce': randomBytes(16).toString('hex'),
      'x-acs-version': '2017-05-25',
    }
    const authorization = signAliyun({ method: 'POST', url, headers, body: '' }, account)
    const { status, answer } = await askGateway(send, url, { method: 'POST', headers: { ...headers, authorization }, body: '' })
    const code = wordOf(answer, 'Code')
    if (status === 200 && code === 'OK') return { receipt: wordOf(answer, 'BizId') }
    const words = code === MISSIGNED ? code : `${code} ${wordOf(answer, 'Message')}`
    throw new SmsError(words.trim() || `HTTP ${status}`, kindOf(code, status))
  },
})

const kindOf = (code: string, status: number) => {
  const isBroken = BROKEN.test(code) || (status >= 500 && !RETRYABLE.test(code))
  return { retry: isBroken || RETRYABLE.test(code), unsure: isBroken }
}

const parametersOf = ({ signName, templates }: SmsAccount, { telephone, kind, values }: SmsMessage) => ({
  PhoneNumbers: telephone,
  SignName: signName,
  TemplateCode: templates[kind],
  TemplateParam: JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value]))),
})

interface Signed {
  method: string
  url: URL
  /** Names in lower case; all are signed. */
  headers: Readonly<Record<string, string>>
  body: string
}

/** The header Authorization: signs every sent header, sorted by name. */
export function signAliyun({ method, url, headers, body }: Signed, { keyId, secret }: Pick<SmsAccount, 'keyId' | 'secret'>): string {
  const names = Object.keys(headers).sort()
  const signedHeaders = names.join(';')
  const lines = names.map(name => `${name}:${headers[name]!.trim()}\n`).join('')
  const canonical = [method, url.pathname, url.search.slice(1), lines, signedHeaders, sha256(body)].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return `${ALGORITHM} Credential=${keyId},SignedHeaders=${signedHeaders},Signature=${signature}`
}

/** Encoded by RFC 3986, sorted by name. */
export const canonicalQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .sort()
    .map(name => `${encode(name)}=${encode(parameters[name]!)}`)
    .join('&')

const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
