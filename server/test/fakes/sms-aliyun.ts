import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { openSmsFake, type Answer, type FakeSms, type RawRequest, type SentSms } from './sms-fake.ts'

const KEY = { keyId: 'LTAI5tFakeKeyOfTheTest', secret: 'fake+Secret/Of=TheTest' }
const MINUTES_15 = 900_000

const words: Readonly<Record<string, { status: number; message: string }>> = {
  SignatureDoesNotMatch: { status: 400, message: 'Specified signature is not matched with our calculation. server string to sign is:…' },
  'InvalidAccessKeyId.NotFound': { status: 404, message: 'Specified access key is not found.' },
  SignatureNonceUsed: { status: 400, message: 'Specified signature nonce was used already.' },
  'InvalidTimeStamp.Expired': { status: 400, message: 'Specified time stamp or date value is expired.' },
  'Throttling.User': { status: 400, message: 'Request was denied due to user flow control.' },
  ServiceUnavailable: { status: 503, message: 'The request has failed due to a temporary failure of the server.' },
  'isv.BUSINESS_LIMIT_CONTROL': { status: 200, message: '触发天级流控Permits:10' },
  'isv.MOBILE_NUMBER_ILLEGAL': { status: 200, message: '手机号码格式错误' },
  'isv.SMS_TEMPLATE_ILLEGAL': { status: 200, message: '该账号下找不到对应模板' },
  'isv.TEMPLATE_MISSING_PARAMETERS': { status: 200, message: '模板变量中存在未赋值变量' },
  'isp.SYSTEM_ERROR': { status: 200, message: 'isp.SYSTEM_ERROR' },
}

/** The SendSms call of dysmsapi.aliyuncs.com: the V3 signature is computed again from the bytes received. */
export function openAliyunFake(): Promise<FakeSms> {
  const nonces = new Set<string>()
  const readRequest = (request: RawRequest) => identityProblem(request, nonces) ?? readMessage(request)
  const answer = (code: string | undefined, count: number): Answer => {
    const RequestId = `F655A8D5-B967-440B-8683-DAD6FF8DE9${String(count).padStart(2, '0')}`
    if (code === undefined) return { status: 200, json: { Message: 'OK', RequestId, Code: 'OK', BizId: `9006195884729${count}^0` } }
    const { status, message } = words[code] ?? { status: 400, message: code }
    return { status, json: { Code: code, Message: message, RequestId } }
  }
  return openSmsFake(KEY, { readRequest, answer })
}

function identityProblem({ method, path, query, headers, body }: RawRequest, nonces: Set<string>): string | undefined {
  const form = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/
  const [, keyId, signedHeaders = '', signature = ''] = form.exec(headers.authorization ?? '') ?? []
  if (keyId === undefined) return 'MissingAuthorization'
  if (keyId !== KEY.keyId) return 'InvalidAccessKeyId.NotFound'
  const named = signedHeaders.split(';')
  // Every public header that was sent must be signed.
  const mustBe = Object.keys(headers).filter(name => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'))
  if (mustBe.some(name => !named.includes(name)) || [...named].sort().join(';') !== signedHeaders) return 'SignatureDoesNotMatch'
  if (headers['x-acs-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return 'SignatureDoesNotMatch'
  let lines = ''
  for (const name of named) lines += `${name}:${(headers[name] ?? '').trim()}\n`
  const sorted = query.split('&').map(respelled).sort().join('&')
  const request = `${method}\n${path}\n${sorted}\n${lines}\n${signedHeaders}\n${headers['x-acs-content-sha256']}`
  const toSign = `ACS3-HMAC-SHA256\n${createHash('sha256').update(request, 'utf8').digest('hex')}`
  const wanted = createHmac('sha256', KEY.secret).update(toSign).digest()
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch'
  const date = headers['x-acs-date'] ?? ''
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) || Math.abs(Date.parse(date) - Date.now()) > MINUTES_15)
    return 'InvalidTimeStamp.Expired'
  const nonce = headers['x-acs-signature-nonce'] ?? ''
  if (nonce === '' || nonces.has(nonce)) return 'SignatureNonceUsed'
  nonces.add(nonce)
  return undefined
}

/** A parameter in the provider's encoding: unreserved characters of RFC 3986 as they are, every other byte in hexadecimal. */
const respelled = (pair: string) =>
  pair
    .split('=', 2)
    .map(part => [...Buffer.from(decodeURIComponent(part))].map(spell).join(''))
    .join('=')
const spell = (byte: number) => {
  const sign = String.fromCharCode(byte)
  return byte < 128 && /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

const templates: Readonly<Record<string, readonly string[]>> = { SMS_100001: ['code'], SMS_100002: ['userName', 'password'] }

function readMessage({ method, query, headers }: RawRequest): string | SentSms {
  if (method !== 'POST' || headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
    return 'InvalidAction.NotFound'
  const parameters = new URLSearchParams(query)
  const telephone = parameters.get('PhoneNumbers') ?? ''
  if (!/^1[3-9]\d{9}$/.test(telephone)) return 'isv.MOBILE_NUMBER_ILLEGAL'
  if (parameters.get('SignName') !== '虎符') return 'isv.SMS_SIGNATURE_ILLEGAL'
  const places = templates[parameters.get('TemplateCode') ?? '']
  if (!places) return 'isv.SMS_TEMPLATE_ILLEGAL'
  const values = JSON.parse(parameters.get('TemplateParam') ?? '{}') as Record<string, string>
  if (places.some(place => typeof values[place] !== 'string')) return 'isv.TEMPLATE_MISSING_PARAMETERS'
  return { telephone, template: parameters.get('TemplateCode')!, values: places.map(place => values[place]!) }
}
