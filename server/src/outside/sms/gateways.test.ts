import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAliyunFake } from '../../../test/fakes/sms-aliyun.ts'
import type { FakeSms } from '../../../test/fakes/sms-fake.ts'
import { openHttpFake } from '../../../test/fakes/sms-http.ts'
import { openTencentFake } from '../../../test/fakes/sms-tencent.ts'
import { createHttpSender } from '../http-sender.ts'
import { openAliyun, canonicalQuery, signAliyun } from './aliyun.ts'
import { SmsError, type SmsAccount, type SmsGateway, type SmsMessage } from './gateway.ts'
import { openHttp, signHttp } from './http.ts'
import { openTencent, signTencent } from './tencent.ts'

let aliyun: FakeSms
let tencent: FakeSms
let http: FakeSms
beforeAll(async () => {
  ;[aliyun, tencent, http] = await Promise.all([openAliyunFake(), openTencentFake(), openHttpFake()])
})
afterAll(async () => {
  for (const fake of [aliyun, tencent, http]) await fake.close()
})
beforeEach(() => {
  for (const fake of [aliyun, tencent, http]) fake.forget()
})

const account = (fake: FakeSms, more: Partial<SmsAccount> = {}): SmsAccount => ({
  address: fake.address,
  ...fake.account,
  appId: '1400006666',
  region: '',
  signName: '虎符',
  templates: fake === tencent ? { code: '100001', password: '100002' } : { code: 'SMS_100001', password: 'SMS_100002' },
  ...more,
})
const send = createHttpSender({ withLoopback: true, timeoutMs: 300, largest: 65_536 })
const open = (fake: FakeSms, more?: Partial<SmsAccount>): SmsGateway =>
  (fake === aliyun ? openAliyun : fake === tencent ? openTencent : openHttp)(account(fake, more), send)

const code: SmsMessage = {
  telephone: '13900000001',
  kind: 'code',
  values: [
    { name: 'code', value: '246810' },
    { name: 'minutes', value: '5' },
  ],
  text: '您的验证码为246810，5分钟内有效，请勿告知他人。',
}
// Every character a random password may have, and more.
const password: SmsMessage = {
  ...code,
  kind: 'password',
  values: [
    { name: 'userName', value: 'zhang wei' },
    { name: 'password', value: `A1!@#$%^&*_=(),.<>'"+~虎` },
  ],
}
const errorOf = async (gateway: SmsGateway, message = code) => {
  const error = await gateway.send(message).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(SmsError)
  const { retry, unsure, message: words } = error as SmsError
  return { retry, unsure, words }
}

// https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature, 固定参数示例.
test('LOGIN-02 the signature of Alibaba Cloud (ACS3-HMAC-SHA256) is that of its document’s example', () => {
  const url = new URL('https://ecs.cn-shanghai.aliyuncs.com/')
  url.search = canonicalQuery({ RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' })
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  const signed = signAliyun({ method: 'POST', url, headers, body: '' }, { keyId: 'YourAccessKeyId', secret: 'YourAccessKeySecret' })
  expect(signed).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

// https://cloud.tencent.com/document/api/382/52072 (签名方法 v3) today, and its older text with two signed headers:
// https://www.tencentcloud.com/document/product/267/37447.
test.each([
  [
    '********************************',
    { 'x-tc-action': 'DescribeInstances' },
    '10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
  ],
  ['Gu5t9xGARNpq86cd98joQYCN3EXAMPLE', {}, '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168'],
] as const)(
  'LOGIN-02 the signature of Tencent Cloud (TC3-HMAC-SHA256) is that of its document’s example (%s)',
  (secret, more, signature) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com', ...more }
    const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`
    const question = { service: 'cvm', timestamp: 1_551_113_065, path: '/', headers, body }
    const names = Object.keys(headers).sort().join(';')
    expect(signTencent(question, { keyId: 'AKID', secret })).toBe(
      `TC3-HMAC-SHA256 Credential=AKID/2019-02-25/cvm/tc3_request, SignedHeaders=${names}, Signature=${signature}`,
    )
  },
)

// Computed with: printf '%s' '1767225600000n0nce{"text":"虎符"}' | openssl dgst -sha256 -hmac secret
test('LOGIN-02 the generic protocol signs time, nonce and the body without its last member', () => {
  expect(signHttp('{"text":"虎符"}', { timestamp: '1767225600000', nonce: 'n0nce' }, 'secret')).toBe(
    '{"text":"虎符","sign":"e8420ba71a7dba57d9203486e3a5fbd1bd8d68c31a17ee0ef992b3a8e7df9ba0"}',
  )
})

test('LOGIN-02 each gateway accepts a code and a password with any characters, and returns its own id', async () => {
  for (const [fake, receipt, templates] of [
    [aliyun, /^9006195884729\d\^0$/, ['SMS_100001', 'SMS_100002']],
    [tencent, /^5000:\d+$/, ['100001', '100002']],
    [http, /^R\d$/, ['code', 'password']],
  ] as const) {
    const gateway = open(fake)
    expect((await gateway.send(code)).receipt).toMatch(receipt)
    expect((await gateway.send(password)).receipt).toMatch(receipt)
    expect(fake.sent.map(({ telephone, template }) => [telephone, template])).toEqual(templates.map(name => [code.telephone, name]))
    expect(fake.sent[0]!.values[0]).toBe('246810')
    expect(fake.sent[1]!.values.slice(0, 2)).toEqual(password.values.map(({ value }) => value))
  }
})

test('LOGIN-02 a wrong key is refused and not retried', async () => {
  expect(await errorOf(open(aliyun, { secret: 'other' }))).toEqual({ retry: false, unsure: false, words: 'SignatureDoesNotMatch' })
  expect(await errorOf(open(aliyun, { keyId: 'other' }))).toMatchObject({ retry: false, words: /^InvalidAccessKeyId\.NotFound / })
  expect(await errorOf(open(tencent, { secret: 'other' }))).toMatchObject({ retry: false, words: /^AuthFailure\.SignatureFailure / })
  expect(await errorOf(open(tencent, { keyId: 'other' }))).toMatchObject({ retry: false, words: /^AuthFailure\.SecretIdNotFound / })
  expect(await errorOf(open(http, { secret: 'other' }))).toMatchObject({ retry: false, words: /^wrongSign / })
  expect([...aliyun.sent, ...tencent.sent, ...http.sent]).toEqual([])
})

test('LOGIN-02 permanent refusals are not retried: number, template, sender’s signature, limits of one telephone', async () => {
  expect(await errorOf(open(aliyun, { templates: { code: 'SMS_0', password: '' } }))).toMatchObject({
    retry: false,
    words: /^isv\.SMS_TEMPLATE_ILLEGAL /,
  })
  expect(await errorOf(open(aliyun), { ...code, telephone: '12345678901' })).toMatchObject({
    retry: false,
    words: /^isv\.MOBILE_NUMBER_ILLEGAL /,
  })
  expect(await errorOf(open(tencent, { signName: '他人' }))).toMatchObject({
    retry: false,
    words: /^FailedOperation\.SignatureIncorrectOrUnapproved /,
  })
  expect(await errorOf(open(tencent, { appId: '1' }))).toMatchObject({ retry: false, words: /^InvalidParameterValue\.SdkAppIdNotExist / })
  aliyun.next('isv.BUSINESS_LIMIT_CONTROL')
  tencent.next('LimitExceeded.PhoneNumberDailyLimit')
  http.next('400')
  for (const fake of [aliyun, tencent, http]) expect(await errorOf(open(fake))).toMatchObject({ retry: false, unsure: false })
})

test('LOGIN-02 flow control of the account is retried, as nothing was sent', async () => {
  aliyun.next('Throttling.User')
  tencent.next('RequestLimitExceeded')
  http.next('429', 'busy')
  for (const fake of [aliyun, tencent, http, http]) expect(await errorOf(open(fake))).toMatchObject({ retry: true, unsure: false })
})

test('LOGIN-02 after an outage, a broken connection or a timeout the SMS is retried, though it may have been sent', async () => {
  aliyun.next('ServiceUnavailable', 'isp.SYSTEM_ERROR')
  for (const fake of [aliyun, aliyun]) expect(await errorOf(open(fake))).toMatchObject({ retry: true, unsure: true })
  tencent.next('InternalError.Timeout', 'InternalError')
  for (const fake of [tencent, tencent]) expect(await errorOf(open(fake))).toMatchObject({ retry: true, unsure: true })
  http.next('500')
  expect(await errorOf(open(http))).toMatchObject({ retry: true, unsure: true })
  for (const fake of [aliyun, tencent, http]) {
    fake.next('hang', 'drop', 'page')
    for (let n = 0; n < 3; n++) expect(await errorOf(open(fake))).toMatchObject({ retry: true, unsure: true })
  }
})

test('T23 redirects are not followed, and an endless answer is not read to its end', async () => {
  for (const fake of [aliyun, tencent, http]) {
    fake.next('redirect')
    expect(await errorOf(open(fake))).toMatchObject({ retry: false, words: '短信网关的应答无法识别（HTTP 302）' })
    fake.next('flood')
    expect(await errorOf(open(fake))).toMatchObject({ retry: true, words: '短信网关无响应（answer too large）' })
    expect(fake.requests).toHaveLength(2)
  }
})

test('T23 a gateway on this machine is not contacted where outside systems are not faked', async () => {
  const outside = createHttpSender({ withLoopback: false })
  for (const [gateway, fake] of [[openAliyun, aliyun], [openTencent, tencent], [openHttp, http]] as const) {
    expect(await errorOf(gateway(account(fake), outside))).toMatchObject({ retry: false, unsure: false })
    expect(fake.requests).toEqual([])
  } // prettier-ignore
})

test('LOGIN-02 if no connection was made nothing was sent, so a retry is safe', async () => {
  const gone = await openHttpFake()
  await gone.close()
  expect(await errorOf(openHttp(account(gone), send))).toEqual({ retry: true, unsure: false, words: '短信网关无响应（ECONNREFUSED）' })
})
