import { createHash, createHmac } from 'node:crypto'
import type { HttpSender } from '../http-sender.ts'
import { askGateway, isObject, wordOf } from './ask.ts'
import { SmsError, type SmsAccount, type SmsGateway, type SmsMessage } from './gateway.ts'

const ALGORITHM = 'TC3-HMAC-SHA256'
const ADDRESS = 'https://sms.tencentcloudapi.com'
const REGION = 'ap-guangzhou'

/** Too many requests of this account; limits per telephone (LimitExceeded.…) last longer than a code is valid. */
const RETRYABLE = /^RequestLimitExceeded(\.|$)/
/** The request failed, but the message may have been sent. */
const BROKEN = new Set([
  'InternalError',
  'InternalError.OtherError',
  'InternalError.SendAndRecvFail',
  'InternalError.Timeout',
  'InternalError.UnknownError',
  'ServiceUnavailable',
])

/** Tencent Cloud, SendSms of 2021-01-11, signed by V3: cloud.tencent.com/document/api/382/55981, …/382/52072. */
export const openTencent = (account: SmsAccount, send: HttpSender): SmsGateway => ({
  name: 'tencent',
  send: async message => {
    const url = new URL(account.address || ADDRESS)
    const body = JSON.stringify(questionOf(account, message))
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = { 'content-type': 'application/json; charset=utf-8', host: url.host, 'x-tc-action': 'SendSms' }
    const { status, answer } = await askGateway(send, url, {
      method: 'POST',
      headers: {
        ...headers,
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': String(timestamp),
        'x-tc-region': account.region || REGION,
        authorization: signTencent({ service: 'sms', timestamp, path: url.pathname, headers, body }, account),
      },
      body,
    })
    const { code, words, receipt } = readAnswer(answer)
    if (status === 200 && code === 'Ok') return { receipt }
    const isBroken = BROKEN.has(code) || (status >= 500 && !RETRYABLE.test(code))
    throw new SmsError(`${code} ${words}`.trim() || `HTTP ${status}`, { retry: isBroken || RETRYABLE.test(code), unsure: isBroken })
  },
})

/** The values fill the template's placeholders {1}, {2} … in order. */
const questionOf = ({ appId, signName, templates }: SmsAccount, { telephone, kind, values }: SmsMessage) => ({
  PhoneNumberSet: [`+86${telephone}`],
  SmsSdkAppId: appId,
  SignName: signName,
  TemplateId: templates[kind],
  TemplateParamSet: values.map(({ value }) => value),
})

/** The error of the whole request, or the result for its one telephone. */
function readAnswer({ Response }: Record<string, unknown>): { code: string; words: string; receipt: string } {
  const response = isObject(Response) ? Response : {}
  const [status] = Array.isArray(response.SendStatusSet) ? (response.SendStatusSet as unknown[]) : []
  const result = isObject(response.Error) ? response.Error : isObject(status) ? status : {}
  return { code: wordOf(result, 'Code'), words: wordOf(result, 'Message'), receipt: wordOf(result, 'SerialNo') }
}

interface Signed {
  service: string
  timestamp: number
  path: string
  /** Names in lower case; all are signed, with lower-case values. */
  headers: Readonly<Record<string, string>>
  body: string
}

/** The header Authorization; the key is derived from day, service and secret. */
export function signTencent(
  { service, timestamp, path, headers, body }: Signed,
  { keyId, secret }: Pick<SmsAccount, 'keyId' | 'secret'>,
): string {
  const names = Object.keys(headers).sort()
  const signedHeaders = names.join(';')
  const lines = names.map(name => `${name}:${headers[name]!.trim().toLowerCase()}\n`).join('')
  const canonical = ['POST', path, '', lines, signedHeaders, sha256(body)].join('\n')
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const key = [day, service, 'tc3_request'].reduce<string | Buffer>((above, part) => hmac(above, part), `TC3${secret}`)
  const signature = hmac(key, [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n')).toString('hex')
  return `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
