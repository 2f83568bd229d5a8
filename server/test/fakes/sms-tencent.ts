import { createHash, createHmac } from 'node:crypto'
import { openSmsFake, type Answer, type FakeSms, type RawRequest, type SentSms } from './sms-fake.ts'

const KEY = { keyId: 'AKIDFakeOfTheTest0123456789', secret: 'FakeSecretOfTheTest0123456789' }
const MINUTES_5 = 300

/** Errors of one telephone come in its status, those of the whole request on their own. */
const PER_NUMBER_ERROR = /^(FailedOperation|LimitExceeded|InvalidParameterValue\.IncorrectPhoneNumber|InternalError\.Timeout)/

/** The SendSms call of sms.tencentcloudapi.com: the V3 signature is computed again from the bytes received. */
export function openTencentFake(): Promise<FakeSms> {
  const readRequest = (request: RawRequest) => identityProblem(request) ?? readMessage(request)
  const answer = (code: string | undefined, count: number): Answer => {
    const RequestId = `a0aabda6-cf91-4f3e-a81f-9198114a22${String(count).padStart(2, '0')}`
    const status = (Code: string, Message: string, SerialNo: string) => ({
      SendStatusSet: [{ SerialNo, PhoneNumber: '+8613900000000', Fee: code ? 0 : 1, SessionContext: '', Code, Message, IsoCode: 'CN' }],
    })
    if (code === undefined) return of({ ...status('Ok', 'send success', `5000:1045710669157053657849499${count}`), RequestId })
    if (PER_NUMBER_ERROR.test(code))
      return of({ ...status(code, 'the number of sms messages sent exceeds the upper limit', ''), RequestId })
    return of({ Error: { Code: code, Message: 'The provided credentials could not be validated.' }, RequestId })
  }
  return openSmsFake(KEY, { readRequest, answer })
}
const of = (Response: object): Answer => ({ status: 200, json: { Response } })

function identityProblem({ method, path, query, headers, body }: RawRequest): string | undefined {
  const form =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, SignedHeaders=([a-z;-]+), Signature=([0-9a-f]{64})$/
  const parts = form.exec(headers.authorization ?? '')
  if (!parts) return 'AuthFailure.InvalidAuthorization'
  const [, keyId, day, service, signedHeaders, signature] = parts as unknown as [string, string, string, string, string, string]
  if (keyId !== KEY.keyId) return 'AuthFailure.SecretIdNotFound'
  const timestamp = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= MINUTES_5)) return 'AuthFailure.SignatureExpire'
  // The day is that of the timestamp, in UTC.
  if (day !== new Date(timestamp * 1000).toISOString().split('T')[0] || service !== 'sms') return 'AuthFailure.SignatureFailure'
  const named = signedHeaders.split(';')
  if (!named.includes('host') || !named.includes('content-type')) return 'AuthFailure.SignatureFailure'
  let request = `${method}\n${path}\n${query}\n`
  for (const name of named) request += `${name}:${headers[name]?.trim().toLowerCase()}\n`
  request += `\n${signedHeaders}\n${createHash('sha256').update(body).digest('hex')}`
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${day}/${service}/tc3_request\n${createHash('sha256').update(request).digest('hex')}`
  const dayKey = createHmac('sha256', `TC3${KEY.secret}`).update(day).digest()
  const serviceKey = createHmac('sha256', dayKey).update(service).digest()
  const key = createHmac('sha256', serviceKey).update('tc3_request').digest()
  return createHmac('sha256', key).update(toSign).digest('hex') === signature ? undefined : 'AuthFailure.SignatureFailure'
}

const templates: Readonly<Record<string, number>> = { '100001': 2, '100002': 2 }

interface Question {
  PhoneNumberSet: string[]
  SmsSdkAppId: string
  SignName: string
  TemplateId: string
  TemplateParamSet: string[]
}

function readMessage({ headers, body }: RawRequest): string | SentSms {
  if (headers['x-tc-action'] !== 'SendSms' || headers['x-tc-version'] !== '2021-01-11') return 'InvalidAction'
  if (!headers['x-tc-region']) return 'MissingParameter'
  const { PhoneNumberSet, SmsSdkAppId, SignName, TemplateId, TemplateParamSet } = JSON.parse(body) as Question
  if (SmsSdkAppId !== '1400006666') return 'InvalidParameterValue.SdkAppIdNotExist'
  if (SignName !== '虎符') return 'FailedOperation.SignatureIncorrectOrUnapproved'
  if (PhoneNumberSet.length !== 1 || !/^\+861[3-9]\d{9}$/.test(PhoneNumberSet[0]!)) return 'InvalidParameterValue.IncorrectPhoneNumber'
  if (TemplateParamSet.length !== templates[TemplateId]) return 'FailedOperation.TemplateIncorrectOrUnapproved'
  return { telephone: PhoneNumberSet[0]!.slice(3), template: TemplateId, values: TemplateParamSet }
}
