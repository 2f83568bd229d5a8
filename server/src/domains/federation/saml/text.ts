import type { SamlProblemName } from '@hufu/contract/federation/saml'
import { chinese as shared, chineseCommon } from '../protocol/text.ts'
import { inBoth } from '../../../platform/http/language.ts'
import { english } from './text.en.ts'

const again = '请回到应用重新登录；仍然如此时请联系应用管理员'
const settings = '请联系应用管理员，核对该应用在本系统中的 SAML 设置'

/** Messages of SAML sign-in and sign-out. */
export const chinese = {
  ...chineseCommon,
  problems: {
    malformed: ['登录请求不正确', again],
    tooLarge: ['登录请求过大', again],
    unknownIssuer: ['该应用未登记', '请联系应用管理员，在本系统中登记它的元数据'],
    signatureMissing: ['登录请求没有签名', settings],
    signatureBad: ['登录请求的签名无效', settings],
    algorithm: ['登录请求的签名算法不被接受', settings],
    acsUnknown: ['登录后返回的地址未登记', settings],
    destination: ['登录请求不是发给本系统的', settings],
    expired: ['登录请求已过期', '请回到应用重新登录；仍然如此时请核对两边服务器的时间'],
    version: ['登录请求的 SAML 版本不受支持', settings],
    replayed: ['该请求已经处理过', again],
    unsolicited: ['不能从这里打开该应用', '请从应用自己的登录页开始登录'],
    encryption: ['无法为该应用加密', settings],
    nameId: ['无法按应用要求标识您', settings],
    context: ['应用要求的登录方式不能满足', settings],
    passive: ['应用不允许询问用户', again],
    denied: ['登录未被允许', again],
    metadataOver: ['该应用的元数据已过期', settings],
  } satisfies Record<SamlProblemName, readonly [string, string]>,
  trace: (id: string) => `追踪编号：${id}`,
  again,
  going: (app: string) => `正在进入“${app}”`,
  leaving: (app: string) => `正在退出“${app}”`,
  leaveProvider: '继续退出身份提供方',
  left: (names: readonly string[]) => `已一并退出：${names.join('、')}`,
  stayed: (names: readonly string[]) => `没有确认退出，请自行退出或关闭浏览器：${names.join('、')}`,
  logoutRest: '还有应用没有退出',
  notReached: (names: readonly string[]) => `尚未通知：${names.join('、')}`,
  backToApp: shared.backToApp,
  signInAgain: '返回登录页',
  refused: {
    several: '元数据中有多个实体，请只保留这个应用自己的 EntityDescriptor',
    notMetadata: '这不是 SAML 元数据：根元素应为 EntityDescriptor',
    noServiceProvider: '元数据中没有支持 SAML 2.0 的服务提供者（SPSSODescriptor）',
    noAcs: '元数据中没有可用的登录返回地址：须为 HTTP-POST 绑定，且为 https 或内网地址',
    over: '元数据已过期（validUntil），请向应用一侧索取新的元数据',
    noSource: '该应用的元数据不是按地址读取的',
    unreadable: (detail: string) => `元数据无法读取：${detail}`,
    noPeer: '请先导入该应用的元数据',
    noEncryption: '该应用的元数据中没有加密证书，不能要求加密',
    noSigning: '该应用的元数据中没有签名证书，不能要求签名',
    keyComing: '已有一把新的密钥，请先完成换证',
    keyMissing: '密钥不存在或已停用',
    keyLast: '不能停用唯一的密钥',
    keyUsed: '还有应用使用该密钥，请先完成换证',
  },
  /** Why metadata could not be fetched from their address. */
  source: {
    refused: '元数据地址指向不允许访问的网络位置',
    large: '元数据超过 1 MB',
    unreachable: '无法连接元数据地址',
    status: (status: number) => `元数据地址返回状态 ${status}，应直接返回元数据，不能重定向`,
    unsigned: '元数据没有签名，而设置了签名者指纹',
    pin: '元数据的签名与设置的签名者指纹不符',
    entityMoved: (entityId: string) => `元数据的实体ID变为 ${entityId}，与现有的不同`,
    taken: '元数据的内容未被接受',
  },
} as const

export const text = inBoth(chinese, english)
