import { acts, fields, outcomes } from '@hufu/contract/text'

export const text = {
  title: '请保存客户端密钥',
  about: '密钥只显示这一次，关闭后无法再次查看；遗失时可更换。',
  clientId: fields.clientId,
  clientSecret: fields.clientSecret,
  copyBoth: '复制全部',
  copied: outcomes.copied,
  copyFailed: '复制失败，请手动选择复制',
  kept: acts.savedIt,
  created: fields.createTime,
  current: '当前使用',
  until: (time: string) => `旧密钥，${time} 失效`,
  none: '没有有效的密钥',
  rotate: {
    open: acts.rotateSecret,
    title: '更换客户端密钥',
    about: '新密钥只显示一次，更换后请尽快换用。',
    choice: '旧密钥',
    keep: '旧密钥继续有效 24 小时',
    end: '旧密钥立即失效',
    ok: '更换',
  },
} as const
