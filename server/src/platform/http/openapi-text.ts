import { states } from '@hufu/contract/text'

/** The texts of the printed OpenAPI description. */
export const openApiText = {
  title: '虎符 接口文档',
  about:
    '所有接口位于 /api 之下。JSON 接口的应答为统一信封 {code, message, data}；code 为 success（登录类为 0）表示成功，其余见各错误代码。',
  anyone: '无需登录',
  signedIn: '登录即可',
  superAdmin: '仅超级管理员',
  client: '仅获授该接口的API客户端',
  anyPage: '拥有任意菜单',
  pages: (names: readonly string[]) => `需要菜单：${names.join('、')}`,
  buttons: (codes: readonly string[]) => `需要其中一个按钮：${codes.join('、')}`,
  alone: (pages: readonly string[]) => `在这些页面上不需要按钮：${pages.join('、')}`,
  changes: '修改数据，在一个事务中完成并写入操作日志',
  loginLike: '每个地址的失败次数有上限',
  maxBytes: (bytes: number) => `请求内容不超过 ${bytes} 字节`,
  aliasOf: (path: string) => `与 ${path} 相同`,
  token: '登录所得的令牌，放在名为 token 的请求头中',
  clientId: 'API客户端的编号，与密钥一起；只用于授予它的接口',
  clientSecret: 'API客户端的密钥',
  bearer: 'API客户端以其编号和密钥在 /protocols/oidc/token 取得的访问令牌',
  link: '登录时写入的 Cookie，只用于下载链接',
  success: states.succeeded,
  refused: '成功，或以同样的 HTTP 状态给出的拒绝',
  file: '文件内容',
  serviceError: '请求未被理解或服务端异常',
  upload: '上传的文件',
} as const
