import { randomBytes } from 'node:crypto'
import { json, openFake, page, type FakeRequest, type Fake, type FakeReply } from './fake.ts'

export interface WechatPerson {
  openid: string
  unionid?: string
  nickname: string
}
export interface FakeWechat extends Fake {
  appId: string
  secret: string
  /** The user scans the page and agrees; returns where WeChat then sends the browser. */
  agree(pageUrl: string, person: WechatPerson): string
  /** The user declines; WeChat comes back without a code. */
  decline(pageUrl: string): string
  /** Lets all codes and tokens issued so far expire. */
  expire(): void
}

interface Grant {
  person: WechatPerson
  state: 'fresh' | 'used' | 'expired'
}
const refusal = (errcode: number, errmsg: string) => json({ errcode, errmsg: `${errmsg}, rid: 66a0-fake` })

/** The part of 微信开放平台 that 网站应用微信登录 needs, including errors. */
export async function openWechat(): Promise<FakeWechat> {
  const appId = 'wxf0e81c3bee622d60'
  const secret = randomBytes(16).toString('hex')
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  const giveToken = (query: URLSearchParams): FakeReply => {
    if (query.get('appid') !== appId) return refusal(40013, 'invalid appid')
    if (query.get('secret') !== secret) return refusal(40125, 'invalid appsecret')
    if (query.get('grant_type') !== 'authorization_code') return refusal(40002, 'invalid grant_type')
    if (!query.get('code')) return refusal(41008, 'missing code')
    const grant = codes.get(query.get('code')!)
    if (!grant) return refusal(40029, 'invalid code')
    if (grant.state === 'expired') return refusal(42003, 'code expired')
    if (grant.state === 'used') return refusal(40163, 'code been used')
    grant.state = 'used'
    const access_token = randomBytes(32).toString('base64url')
    tokens.set(access_token, { person: grant.person, state: 'fresh' })
    const { openid, unionid } = grant.person
    return json({ access_token, expires_in: 7200, refresh_token: 'REFRESH', openid, scope: 'snsapi_login', ...(unionid && { unionid }) })
  }
  const giveInfo = (query: URLSearchParams): FakeReply => {
    const grant = tokens.get(query.get('access_token') ?? '')
    if (!grant) return refusal(40014, 'invalid access_token')
    if (grant.state !== 'fresh') return refusal(42001, 'access_token expired')
    if (query.get('openid') !== grant.person.openid) return refusal(40003, 'invalid openid')
    return json({ ...grant.person, sex: 0, language: '', city: '', province: '', country: '', headimgurl: '', privilege: [] })
  }
  const answer = ({ url }: FakeRequest): FakeReply => {
    if (url.pathname === '/connect/qrconnect') return page('<!doctype html><title>微信登录</title><p>使用微信扫一扫登录</p>')
    if (url.pathname === '/sns/oauth2/access_token') return giveToken(url.searchParams)
    return url.pathname === '/sns/userinfo' ? giveInfo(url.searchParams) : { status: 404, text: '' }
  }
  const returning = (pageUrl: string, code?: string) => {
    const { searchParams: query, hash, pathname } = new URL(pageUrl)
    const isRight = query.get('appid') === appId && query.get('response_type') === 'code' && query.get('scope') === 'snsapi_login'
    if (!isRight || hash !== '#wechat_redirect' || pathname !== '/connect/qrconnect') throw new Error('WeChat would refuse this page')
    const back = new URL(query.get('redirect_uri')!)
    if (code) back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state')!)
    return back.href
  }
  return {
    ...(await openFake(answer)),
    appId,
    secret,
    agree: (pageUrl, person) => {
      const code = `0${randomBytes(15).toString('hex')}`
      codes.set(code, { person, state: 'fresh' })
      return returning(pageUrl, code)
    },
    decline: pageUrl => returning(pageUrl),
    expire: () => [...codes.values(), ...tokens.values()].forEach(grant => (grant.state = 'expired')),
  }
}
