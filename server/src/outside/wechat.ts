import { parseJson } from '../platform/text/json.ts'
import { z } from 'zod'
import { baseOf, plainName, ProviderError, type Identity, type ProviderErrorKind, type ScanProvider } from './identity.ts'
import { Unreachable, type HttpSender } from './http-sender.ts'
import type { Schema } from '@hufu/contract/schema'

/** 微信开放平台, 网站应用微信登录: developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html */
export interface WechatKeys {
  appId: string
  secret: string
  /** The address of its API; '' means WeChat's own. */
  address: string
}

const ADDRESS = 'https://api.weixin.qq.com'
const PAGES = 'https://open.weixin.qq.com'

const ErrorAnswer = z.object({ errcode: z.number().refine(code => code !== 0), errmsg: z.string().optional() })
const Token = z.object({ access_token: z.string().min(1), openid: z.string().min(1), unionid: z.string().optional() })
const Info = z.object({ openid: z.string(), nickname: z.string().optional(), unionid: z.string().optional() })

/** WeChat's errors have HTTP 200; codes other than these mean wrong keys or settings. */
const errorKinds: Record<number, ProviderErrorKind> = {
  [-1]: 'busy',
  40003: 'code',
  40014: 'code',
  40029: 'code',
  40163: 'code',
  41008: 'code',
  42001: 'code',
  42003: 'code',
  42007: 'code',
  45009: 'busy',
  45011: 'busy',
  50002: 'busy',
}

export function wechat({ appId, secret, address }: WechatKeys, send: HttpSender): ScanProvider {
  const base = baseOf(address, ADDRESS)
  const ask = async <T>(path: string, query: Record<string, string>, shape: Schema<T>): Promise<T> => {
    const url = new URL(`${base}${path}?${new URLSearchParams(query).toString()}`)
    return read(await sent(send, url), shape)
  }
  return {
    page: (redirect, state) => {
      const query = { appid: appId, redirect_uri: redirect, response_type: 'code', scope: 'snsapi_login', state }
      return `${pagesOf(base)}/connect/qrconnect?${new URLSearchParams(query).toString()}#wechat_redirect`
    },
    identify: async (code): Promise<Identity> => {
      const token = await ask('/sns/oauth2/access_token', { appid: appId, secret, code, grant_type: 'authorization_code' }, Token)
      const info = await ask('/sns/userinfo', { access_token: token.access_token, openid: token.openid, lang: 'zh_CN' }, Info)
      if (info.openid !== token.openid) throw new ProviderError('forged', 'the two answers speak of two people')
      // The unionid is the same for all applications of one owner; the openid belongs to this application.
      return { subject: info.unionid || token.unionid || token.openid, name: plainName(info.nickname) }
    },
  }
}

/** The origin of its page with the QR code; '' for an invalid address. */
export const wechatPages = (address: string): string => {
  const base = address.trim() || ADDRESS
  return URL.canParse(base) ? new URL(pagesOf(base)).origin : ''
}

/** WeChat has two hosts for API and pages; a substitute has one. */
const pagesOf = (base: string) => (/(^|\.)api2?\.weixin\.qq\.com$/.test(new URL(base).hostname) ? PAGES : base)

async function sent(send: HttpSender, url: URL): Promise<unknown> {
  try {
    const { status, text } = await send(url, { method: 'GET' })
    if (status !== 200) throw new ProviderError('unreachable', `status ${status}`)
    return parseJson(text)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('unreachable', error instanceof Unreachable ? error.message : 'no JSON')
  }
}

function read<T>(answer: unknown, shape: Schema<T>): T {
  const refused = ErrorAnswer.safeParse(answer)
  if (refused.success) {
    const { errcode, errmsg = '' } = refused.data
    throw new ProviderError(errorKinds[errcode] ?? 'config', `${errcode} ${errmsg}`)
  }
  const found = z.safeParse(shape, answer)
  if (!found.success) throw new ProviderError('unreachable', 'answer of another shape')
  return found.data
}
