import { createSign, createVerify, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { openFake, page, type FakeRequest, type Fake, type FakeReply } from './fake.ts'

export interface AlipayPerson {
  user_id?: string
  open_id?: string
  nick_name?: string
}
export interface FakeAlipay extends Fake {
  appId: string
  /** The application's key, as its owner would paste it: PKCS#8 without PEM lines. */
  privateKey: string
  /** Alipay's public key, as its console shows it. */
  publicKey: string
  agree(pageUrl: string, person: AlipayPerson): string
  decline(pageUrl: string): string
  /** The next answer is signed with a key that is not Alipay's, or changed after it was signed. */
  forge(how: 'foreignKey' | 'changed' | 'unsigned'): void
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const bare = (key: KeyObject, type: 'pkcs8' | 'spki') =>
  (type === 'spki' ? key.export({ format: 'der', type }) : key.export({ format: 'der', type })).toString('base64')

/** 支付宝开放平台: the consent page and two calls of its gateway; every request is checked as Alipay checks it. */
export async function openAlipay(): Promise<FakeAlipay> {
  const appId = '2021000000000001'
  const [application, alipay] = [pair(), pair()]
  const codes = new Map<string, AlipayPerson>()
  const tokens = new Map<string, AlipayPerson>()
  let forgery = ''

  const signed = (member: string, value: unknown): FakeReply => {
    // The gateway escapes slashes with a backslash, which JSON.stringify does not.
    const text = JSON.stringify(value).replaceAll('/', String.raw`\/`)
    const key = forgery === 'foreignKey' ? pair().privateKey : alipay.privateKey
    const sign = createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64')
    const sent = forgery === 'changed' ? text.replace(/"(user_id|open_id)":"[^"]*/, '"$1":"2088000000000000') : text
    const ending = forgery === 'unsigned' ? '' : `,"sign":"${sign}"`
    forgery = ''
    return { text: `{"${member}":${sent}${ending}}` }
  }
  const refusal = (code: string, msg: string, sub_code: string, sub_msg: string) =>
    signed('error_response', { code, msg, sub_code, sub_msg })
  const invalid = (what: string, sub_msg: string) => refusal('40002', 'Invalid Arguments', `isv.${what}`, sub_msg)

  const gateway = (form: URLSearchParams): FakeReply => {
    if (form.get('app_id') !== appId) return invalid('invalid-app-id', '无效的AppID参数')
    if (form.get('sign_type') !== 'RSA2') return invalid('invalid-signature-type', '无效的签名类型')
    if (form.get('charset') !== 'utf-8' || form.get('version') !== '1.0') return invalid('invalid-parameter', '参数无效')
    if (Math.abs(Date.parse(`${form.get('timestamp')?.replace(' ', 'T')}+08:00`) - Date.now()) > 900_000)
      return invalid('invalid-timestamp', '非法的时间戳参数')
    if (!isSigned(form, application.publicKey)) return invalid('invalid-signature', '验签出错')
    return form.get('method') === 'alipay.system.oauth.token' ? giveToken(form) : giveInfo(form)
  }
  const giveToken = (form: URLSearchParams): FakeReply => {
    const person = codes.get(form.get('code') ?? '')
    if (!person || form.get('grant_type') !== 'authorization_code') return invalid('code-invalid', '授权码code无效')
    codes.delete(form.get('code')!)
    const access_token = `authusrB${randomBytes(16).toString('hex')}`
    tokens.set(access_token, person)
    const { nick_name: _name, ...ids } = person
    return signed('alipay_system_oauth_token_response', { ...ids, access_token, expires_in: 1296000, refresh_token: 'REFRESH', re_expires_in: 2592000 }) // prettier-ignore
  }
  const giveInfo = (form: URLSearchParams): FakeReply => {
    const person = tokens.get(form.get('auth_token') ?? '')
    if (!person) return refusal('20001', 'Insufficient Token Permissions', 'aop.invalid-auth-token', '无效的访问令牌')
    return signed('alipay_user_info_share_response', {
      code: '10000',
      msg: 'Success',
      ...person,
      avatar: 'https://tfs.alipayobjects.com/a/b',
    })
  }
  const answer = ({ url, body }: FakeRequest): FakeReply => {
    if (url.pathname === '/oauth2/publicAppAuthorize.htm') return page('<!doctype html><title>支付宝</title><p>授权登录</p>')
    return url.pathname === '/gateway.do' ? gateway(new URLSearchParams(body)) : { status: 404, text: '' }
  }
  const returning = (pageUrl: string, code?: string) => {
    const { searchParams: query, pathname } = new URL(pageUrl)
    const isRight = query.get('app_id') === appId && query.get('scope') === 'auth_user'
    if (!isRight || pathname !== '/oauth2/publicAppAuthorize.htm') throw new Error('Alipay would refuse this page')
    const back = new URL(query.get('redirect_uri')!)
    const more = {
      app_id: appId,
      source: 'alipay_wallet',
      scope: 'auth_user',
      ...(code && { auth_code: code }),
      state: query.get('state')!,
    }
    for (const [name, value] of Object.entries(more)) back.searchParams.set(name, value)
    return back.href
  }
  return {
    ...(await openFake(answer)),
    appId,
    privateKey: bare(application.privateKey, 'pkcs8'),
    publicKey: bare(alipay.publicKey, 'spki'),
    agree: (pageUrl, person) => {
      const code = randomBytes(16).toString('hex')
      codes.set(code, person)
      return returning(pageUrl, code)
    },
    decline: pageUrl => returning(pageUrl),
    forge: how => {
      forgery = how
    },
  }
}

/** Written independently from the documentation, so that both sides cannot share the same mistake. */
function isSigned(form: URLSearchParams, key: KeyObject): boolean {
  const names = [...form.keys()].filter(name => name !== 'sign' && form.get(name)).sort()
  const text = names.map(name => [name, form.get(name)].join('=')).join('&')
  return createVerify('RSA-SHA256')
    .update(text, 'utf8')
    .verify(key, form.get('sign') ?? '', 'base64')
}
