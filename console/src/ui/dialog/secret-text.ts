import { acts, fields, outcomes } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('请保存客户端密钥', 'Save the client secret'),
  about: t(
    '密钥只显示这一次，关闭后无法再次查看；遗失时可更换。',
    'The secret is shown this once and cannot be seen again; if it is lost, change it.',
  ),
  clientId: fields.clientId,
  clientSecret: fields.clientSecret,
  copyBoth: t('复制全部', 'Copy both'),
  copied: outcomes.copied,
  copyFailed: t('复制失败，请手动选择复制', 'Could not be copied, select it and copy it yourself'),
  kept: acts.savedIt,
  created: fields.createTime,
  current: t('当前使用', 'In use'),
  until: t(
    (time: string) => `旧密钥，${time} 失效`,
    time => `Old secret, ends at ${time}`,
  ),
  none: t('没有有效的密钥', 'There is no valid secret'),
  rotate: {
    open: acts.rotateSecret,
    title: t('更换客户端密钥', 'Change the client secret'),
    about: t('新密钥只显示一次，更换后请尽快换用。', 'The new secret is shown once. Put it to use soon.'),
    choice: t('旧密钥', 'Old secret'),
    keep: t('旧密钥继续有效 24 小时', 'Keep the old secret valid for 24 hours'),
    end: t('旧密钥立即失效', 'End the old secret now'),
    ok: t('更换', 'Change'),
  },
} as const
