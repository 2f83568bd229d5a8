/** Sentences of the signing keys of tokens. */
export const text = {
  title: '令牌签名密钥',
  hint: '所有应用的 ID 令牌共用。满 90 天自动轮换：新密钥公布 10 分钟后启用，旧密钥再公布 2 天，应用不受影响。怀疑密钥泄露时可立即轮换。',
  rotate: '立即轮换',
  ask: '立即轮换签名密钥？',
  askHint: '新密钥 10 分钟后启用；此前签发的令牌在有效期内仍可验证。',
  done: '已生成新密钥，10 分钟后启用',
  lasts: (begin: string, end: string | null) => `启用于 ${begin}${end === null ? '' : `，公布至 ${end}`}`,
  states: { next: '待启用', current: '签名中', former: '仅供验证' },
} as const
