import { t } from '../language.ts'
/** Problems of an identity provider's values. */
export const text = {
  clientId: t('客户端ID', 'Client ID'),
  claimProblem: t('属性名不能为空，也不能包含空格', 'The name of a claim must not be empty and has no spaces'),
  scopesProblem: t('授权范围以空格分隔', 'Scopes are separated by spaces'),
  codeProblem: t(
    '编码由小写字母、数字和连字符组成，以字母或数字开头',
    'A code consists of small letters, digits and hyphens, and begins with a letter or a digit',
  ),
  domainProblem: t('邮箱域名格式不正确，例如 example.com', 'This is not a mail domain, such as example.com'),
  factorClassProblem: t('认证级别不能为空，也不能包含空格和引号', 'A class must not be empty and has no spaces or quotes'),
} as const
