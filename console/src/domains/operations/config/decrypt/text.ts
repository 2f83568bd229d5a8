import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'
export const text = {
  title: things.decryption,
  description: t(
    '核对或修复单个加密值。每次使用都记入操作日志（不含内容），其他超级管理员和审计管理员可以看到是谁、何时、为什么。',
    'Check or repair a single encrypted value. Every use is recorded in the operation log (without the content); other super administrators and the audit administrators see who, when and why.',
  ),
  worthless: t(
    '文本加密使用单独的密钥，系统中的密码、令牌和个人信息都不用它加密；登录密文在此无法解密。',
    'Text is encrypted with a key of its own; no password, token or personal data of the system is encrypted with it. What is sent when signing in cannot be decrypted here.',
  ),
  tabs: { sm4: t('文本（SM4）', 'Text (SM4)'), config: t('配置密文（RSA）', 'Setting (RSA)') },
  direction: fields.operation,
  directions: { en: t('加密', 'Encrypt'), de: t('解密', 'Decrypt') },
  data: fields.content,
  dataHint: t('明文最长 64 KB；解密时粘贴完整密文。', 'Plain text of at most 64 KB; to decrypt, paste the whole cipher text.'),
  cipher: t('配置密文', 'Cipher text of a setting'),
  cipherHint: t('配置管理页中密码类配置项的存储值（Base64）。', 'The stored value of a secret setting (Base64).'),
  reason: fields.reason,
  reasonHint: t('必填，会显示在使用记录和操作日志中。', 'Required; shown below and in the operation log.'),
  run: { en: t('加密', 'Encrypt'), de: t('解密', 'Decrypt') },
  clear: t('清空', 'Clear'),
  result: fields.result,
  left: t(
    (seconds: number) => `${seconds} 秒后自动清除`,
    seconds => `Cleared in ${seconds} s`,
  ),
  hide: t('立即清除', 'Clear now'),
  copied: t(
    '已复制，结果清除时一并清空剪贴板（浏览器允许时）',
    'Copied; the clipboard is cleared with the result where the browser allows',
  ),
  copyFailed: t('复制失败，请手动选择', 'It could not be copied, select it yourself'),
  copy: acts.copy,
  uses: {
    title: t('使用记录', 'Uses'),
    list: t('加解密使用记录', 'Uses'),
    none: t('还没有人使用过', 'Nobody has used it yet'),
    columns: {
      createTime: fields.time,
      who: fields.operator,
      kind: fields.operation,
      reason: fields.reason,
      result: fields.result,
      ip: t('IP地址', fields.ipAddress),
    },
    kinds: { en: t('加密文本', 'Text encrypted'), de: t('解密文本', 'Text decrypted'), config: t('解密配置', 'Setting decrypted') },
    ofConfig: t(
      (name: string) => `解密配置：${name}`,
      name => `Setting decrypted: ${name}`,
    ),
    whom: t(
      (realName: string, userName: string | null) => `${realName}（${userName}）`,
      (realName, userName) => `${realName} (${userName})`,
    ),
    done: t(states.succeeded, 'Done'),
    failed: t('未成功', states.failed),
  },
} as const
