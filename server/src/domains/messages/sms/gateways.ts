import type { FastifyBaseLogger } from 'fastify'
import { configSecret } from '../../../platform/config/config.ts'
import type { ConfigKey, ConfigValues } from '../../../platform/config/config-catalog.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { createHttpSender, type HttpSender } from '../../../outside/http-sender.ts'
import { openAliyun } from '../../../outside/sms/aliyun.ts'
import type { SmsAccount, SmsGateway, SmsKind } from '../../../outside/sms/gateway.ts'
import { openHttp } from '../../../outside/sms/http.ts'
import { openOutbox } from '../../../outside/sms/outbox.ts'
import { openTencent } from '../../../outside/sms/tencent.ts'

type ConfigAndSettings = Pick<Kernel, 'config' | 'settings'>
type Provider = Exclude<ConfigValues['sms.gateway'], ''>

const LARGEST_ANSWER = 65_536

const signed: readonly ConfigKey[] = ['sms.accessKeyId', 'sms.accessKeySecret', 'sms.signName']
/** The settings each provider requires; templates are checked per kind of message. */
const needed: Readonly<Record<Provider, readonly ConfigKey[]>> = {
  aliyun: signed,
  tencent: [...signed, 'sms.appId'],
  http: ['sms.address', 'sms.accessKeySecret'],
}
const opened: Readonly<Record<Provider, (account: SmsAccount, send: HttpSender) => SmsGateway>> = {
  aliyun: openAliyun,
  tencent: openTencent,
  http: openHttp,
}
const templateOf = { code: 'sms.codeTemplate', password: 'sms.passwordTemplate' } as const

/** The name of the configured gateway, '' if there is none or it is incomplete. */
export function gatewayName({ config: { values }, settings }: ConfigAndSettings): string {
  const name = values['sms.gateway']
  if (name === '') return settings.mockProviders ? 'outbox' : ''
  const isWhole = Object.hasOwn(needed, name) && needed[name].every(key => values[key] !== '')
  return isWhole && isWebAddress(values['sms.address']) ? name : ''
}

const isWebAddress = (address: string) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address))

/** Whether the gateway has a template for this kind; a generic HTTP gateway takes the finished text. */
export function hasTemplate({ config: { values } }: ConfigAndSettings, kind: SmsKind): boolean {
  const name = values['sms.gateway']
  return name === '' || name === 'http' || values[templateOf[kind]] !== ''
}

/** The configured gateway; undefined if there is none. */
export function gatewayOf(kernel: Kernel, log: FastifyBaseLogger): SmsGateway | undefined {
  const name = gatewayName(kernel)
  if (name === 'outbox') return openOutbox(({ telephone, text }) => log.warn({ telephone, text }, 'sms outbox'))
  if (name === '') return undefined
  const send = createHttpSender({ withLoopback: kernel.settings.allowLoopback, largest: LARGEST_ANSWER })
  return opened[name as Provider](accountOf(kernel), send)
}

function accountOf(kernel: Kernel): SmsAccount {
  const { values } = kernel.config
  return {
    address: values['sms.address'],
    keyId: values['sms.accessKeyId'],
    secret: configSecret(kernel, 'sms.accessKeySecret'),
    appId: values['sms.appId'],
    region: values['sms.region'],
    signName: values['sms.signName'],
    templates: { code: values['sms.codeTemplate'], password: values['sms.passwordTemplate'] },
  }
}
