import { t } from '@hufu/contract/language'
/** Sentences of the signing keys of tokens. */
export const text = {
  title: t('令牌签名密钥', 'Signing keys of tokens'),
  hint: t(
    '所有应用的 ID 令牌共用。满 90 天自动轮换：新密钥公布 10 分钟后启用，旧密钥再公布 2 天，应用不受影响。怀疑密钥泄露时可立即轮换。',
    'Shared by the ID tokens of all applications. Changed every 90 days: a new key is published 10 minutes before it is used, the old one stays published for 2 more days, and applications notice nothing. Change it now if you suspect that a key has leaked.',
  ),
  rotate: t('立即轮换', 'Change now'),
  ask: t('立即轮换签名密钥？', 'Change the signing key now?'),
  askHint: t(
    '新密钥 10 分钟后启用；此前签发的令牌在有效期内仍可验证。',
    'The new key is used in 10 minutes; tokens issued before can be verified as long as they are valid.',
  ),
  done: t('已生成新密钥，10 分钟后启用', 'New key generated; it is used in 10 minutes'),
  lasts: t(
    (begin: string, end: string | null) => `启用于 ${begin}${end === null ? '' : `，公布至 ${end}`}`,
    (begin, end) => `In use from ${begin}${end === null ? '' : `, published until ${end}`}`,
  ),
  states: { next: t('待启用', 'Not yet used'), current: t('签名中', 'Signing'), former: t('仅供验证', 'Only verifying') },
} as const
