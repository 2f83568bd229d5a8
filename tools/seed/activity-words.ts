/** Browser, operating system, and the user agent of such a browser. */
export const agents = [
  ['Chrome 142', 'Windows 10', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'],
  ['Edge 142', 'Windows 10', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'],
  ['Firefox 145', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Chrome 142', 'Android', 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'],
] as const // prettier-ignore

export const smsKinds = ['login', 'login', 'login', 'verify', 'recover', 'bind', 'password'] as const

/** Documents of the home page. */
export const documents = [
  {
    title: '统一身份认证平台使用手册',
    name: '统一身份认证平台使用手册.txt',
    body: '统一身份认证平台使用手册（示例）\n\n一、首次登录须修改初始密码。\n二、忘记密码可通过手机验证码找回。\n三、离岗前请退出登录。\n',
  },
  {
    title: '账号与密码安全管理办法',
    name: '账号与密码安全管理办法.txt',
    body: '账号与密码安全管理办法（示例）\n\n第一条 账号实行一人一号，不得外借。\n第二条 密码长度不少于8位，每180天更换一次。\n',
  },
  {
    title: '应用接入申请表',
    name: '应用接入申请表.csv',
    body: '应用名称,负责人,联系电话,接入协议,回调地址\n,,,,\n',
  },
] as const
