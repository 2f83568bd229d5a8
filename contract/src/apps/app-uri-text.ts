/** Problems of an address or a list of addresses. */
export const text = {
  empty: '地址不能为空',
  long: (max: number) => `地址不能超过${max}个字符`,
  malformed: '地址格式不正确，应为完整地址',
  wildcard: '地址不能包含通配符 *',
  fragment: '地址不能包含 #',
  userInfo: '地址不能包含用户名或密码',
  scheme: '地址应以 https:// 开头；http:// 仅限本机和内网地址',
  ownScheme: '自定义协议应为反向域名，如 com.example.app:/callback',
  written: (wanted: string) => `请按规范写法填写：${wanted}`,
  of: (problem: string, uri: string) => `${problem}（${uri}）`,
  twice: '地址重复',
  tooMany: (max: number) => `地址不能超过${max}个`,
} as const
