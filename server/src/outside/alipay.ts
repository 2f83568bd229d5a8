import { parseJson } from '../platform/text/json.ts'
import { z } from 'zod'
import { memberText, privateKeyOf, publicKeyOf, signedText, signRsa2, verifyRsa2 } from './alipay-signature.ts'
import { baseOf, plainName, ProviderError, type Identity, type ProviderErrorKind, type ScanProvider } from './identity.ts'
import { Unreachable, type HttpSender } from './http-sender.ts'
import type { Schema } from '@hufu/contract/schema'

/** 支付宝开放平台, 网页&移动应用 获取会员信息: opendocs.alipay.com/open/263/105809. */
export interface AlipayKeys {
  appId: string
  /** The application's key, for signing requests. */
  privateKey: string
  /** Alipay's key, to verify its answers. */
  publicKey: string
  /** The address of its API; '' means Alipay's own. */
  address: string
}

const ADDRESS = 'https://openapi.alipay.com'
const OFFSET_MS = 8 * 3_600_000

const Token = z.object({ access_token: z.string().min(1), user_id: z.string().optional(), open_id: z.string().optional() })
const Info = z.object({ user_id: z.string().optional(), open_id: z.string().optional(), nick_name: z.string().optional() })
const Outcome = z.object({ code: z.string().optional(), sub_code: z.string().optional(), sub_msg: z.string().optional() })

const SUCCESS = '10000'
/** The gateway's code for temporary failures; sub_code distinguishes the others. */
const BUSY = '20000'
const isCodeError = /^(isv\.code-invalid|aop\.invalid-auth-token|aop\.auth-token-time-out|isv\.missing-code|isv\.invalid-auth-token)$/

export function alipay(keys: AlipayKeys, send: HttpSender): ScanProvider {
  const base = baseOf(keys.address, ADDRESS).replace(/\/gateway\.do$/, '')
  const call = async <T>(method: string, more: Record<string, string>, shape: Schema<T>): Promise<T> => {
    const common = { app_id: keys.appId, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0', timestamp: beijingTime() }
    const parameters = { ...common, method, ...more }
    const sign = signRsa2(readKey(privateKeyOf, keys.privateKey), signedText(parameters))
    const answer = await textOf(send, new URL(`${base}/gateway.do?charset=utf-8`), { ...parameters, sign })
    return read(answer, `${method.replaceAll('.', '_')}_response`, keys.publicKey, shape)
  }
  return {
    page: (redirect, state) => {
      const query = { app_id: keys.appId, scope: 'auth_user', redirect_uri: redirect, state }
      return `${pagesOf(base)}/oauth2/publicAppAuthorize.htm?${new URLSearchParams(query).toString()}`
    },
    identify: async (code): Promise<Identity> => {
      const token = await call('alipay.system.oauth.token', { grant_type: 'authorization_code', code }, Token)
      const info = await call('alipay.user.info.share', { auth_token: token.access_token }, Info)
      const subject = token.user_id || token.open_id
      if (!subject) throw new ProviderError('unreachable', 'answer without user_id and open_id')
      // The signature covers the content of an answer, not the request it answers.
      if (subject !== (token.user_id ? info.user_id : info.open_id))
        throw new ProviderError('forged', 'the two answers speak of two people')
      return { subject, name: plainName(info.nick_name) }
    },
  }
}

/** API and pages have two hosts, in the sandbox too; a substitute for Alipay has one. */
function pagesOf(base: string): string {
  const url = new URL(base)
  const form = /^openapi(?=[.-].*\b(alipay|alipaydev)\.com$)/
  return form.test(url.hostname) ? `https://${url.hostname.replace(form, 'openauth')}` : base
}

const beijingTime = () => new Date(Date.now() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

function readKey<K>(read: (pasted: string) => K, pasted: string): K {
  try {
    return read(pasted)
  } catch {
    throw new ProviderError('config', 'a key that cannot be read')
  }
}

async function textOf(send: HttpSender, url: URL, parameters: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
  try {
    const { status, text } = await send(url, { method: 'POST', headers, body: new URLSearchParams(parameters).toString() })
    if (status !== 200) throw new ProviderError('unreachable', `status ${status}`)
    return text
  } catch (error) {
    throw error instanceof Unreachable ? new ProviderError('unreachable', error.message) : error
  }
}

/** Reads exactly the signed characters, not what a parser makes of the whole answer. */
function read<T>(answer: string, member: string, publicKey: string, shape: Schema<T>): T {
  const signedPart = memberText(answer, member)
  const outcome = Outcome.safeParse(parsed(signedPart ?? memberText(answer, 'error_response')))
  if (!outcome.success) throw new ProviderError('unreachable', 'answer of another shape')
  const { code = SUCCESS, sub_code = '', sub_msg = '' } = outcome.data
  if (signedPart === undefined || code !== SUCCESS) throw new ProviderError(kindOf(code, sub_code), `${code} ${sub_code} ${sub_msg}`)
  const signature = z.string().safeParse(parsed(memberText(answer, 'sign')))
  if (!signature.success || !verifyRsa2(readKey(publicKeyOf, publicKey), signedPart, signature.data))
    throw new ProviderError('forged', 'a signature that is not that of Alipay')
  const found = z.safeParse(shape, parsed(signedPart))
  if (!found.success) throw new ProviderError('unreachable', 'answer of another shape')
  return found.data
}

function kindOf(code: string, subCode: string): ProviderErrorKind {
  if (isCodeError.test(subCode)) return 'code'
  return code === BUSY || /(unknow-error|SYSTEM_ERROR|call-limited)/i.test(subCode) ? 'busy' : 'config'
}

function parsed(json: string | undefined): unknown {
  try {
    return parseJson(json ?? '')
  } catch {
    return undefined
  }
}
