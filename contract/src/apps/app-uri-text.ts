import { t } from '../language.ts'
/** Problems of an address or a list of addresses. */
export const text = {
  empty: t('地址不能为空', 'Enter an address'),
  long: t(
    (max: number) => `地址不能超过${max}个字符`,
    max => `The address must not be longer than ${max} characters`,
  ),
  malformed: t('地址格式不正确，应为完整地址', 'The address is not in the right format, enter a complete one'),
  wildcard: t('地址不能包含通配符 *', 'The address must not contain the wildcard *'),
  fragment: t('地址不能包含 #', 'The address must not contain #'),
  userInfo: t('地址不能包含用户名或密码', 'The address must not contain a user name or a password'),
  scheme: t(
    '地址应以 https:// 开头；http:// 仅限本机和内网地址',
    'The address must begin with https://; http:// is for this machine and internal networks only',
  ),
  ownScheme: t(
    '自定义协议应为反向域名，如 com.example.app:/callback',
    'A custom scheme must be a reversed domain, such as com.example.app:/callback',
  ),
  written: t(
    (wanted: string) => `请按规范写法填写：${wanted}`,
    wanted => `Write the address as ${wanted}`,
  ),
  of: t(
    (problem: string, uri: string) => `${problem}（${uri}）`,
    (problem, uri) => `${problem} (${uri})`,
  ),
  twice: t('地址重复', 'An address stands there twice'),
  tooMany: t(
    (max: number) => `地址不能超过${max}个`,
    max => `At most ${max} addresses`,
  ),
} as const
