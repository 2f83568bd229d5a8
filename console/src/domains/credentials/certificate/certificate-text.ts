import { acts, outcomes } from '@hufu/contract/text'

const REFUSED_WHY = '常见原因：证书已过期或被吊销、不是由认可的CA签发、签名内容不是本次的随机数，或已超过有效时间。'

/** Sentences of sign-in by certificate, loaded when chosen. */
export const text = {
  // with an agent
  agentHow: '请插入证书介质（如 UKey），点击下方按钮，在证书控件的窗口中选择证书并输入 PIN。PIN 只在控件中输入，本页面不会读取或保存。',
  agentSubmit: '使用证书登录',
  signing: '请在证书控件中完成操作…',
  checking: '正在验证证书…',
  // without one
  noAgent: '未检测到证书控件',
  noAgentHow: '请安装证书驱动和浏览器控件后刷新页面；也可以用签名工具手动完成签名。',
  // problems an agent may report
  agentProblems: {
    cancelled: '已取消证书登录',
    noDevice: '未检测到证书介质，请插入后重试',
    noCertificate: '证书介质中没有可用的证书',
    wrongPin: 'PIN 不正确，请重试',
    pinLocked: 'PIN 已锁定，请联系证书颁发机构解锁',
    unsupported: '当前浏览器不支持该证书控件，请更换浏览器',
  },
  agentProblem: '证书控件未能完成签名，请重试或更换签名方式',
  // a proxy that asks for the certificate itself
  proxySubmit: '使用浏览器中的证书登录',
  proxyHow: '浏览器会提示选择证书；若未提示，请确认证书已插入并重新打开浏览器。',
  // refusals
  bind: {
    title: '该证书未绑定账号',
    about: '请验证您的账号和密码，绑定后可直接使用证书登录。',
    again: '重新选择证书',
    over: '绑定已失效，请重新使用证书登录',
  },
  refusedWhy: REFUSED_WHY,
  refused: (message: string) => `${message}。${REFUSED_WHY}`,
  nonceProblem: '未能取得随机数，请稍后重试',
  // by hand
  byHand: '用签名工具登录',
  byHandHow: '用CA提供的签名工具对下面的随机数签名（原文签名，不含换行），再粘贴证书和签名值。',
  fetchNonce: '获取随机数',
  fetchAgain: '重新获取',
  nonce: '待签名的随机数',
  nonceLeft: (seconds: number) => `请在 ${seconds} 秒内完成签名并登录`,
  nonceOver: '随机数已过期，请重新获取',
  copy: acts.copy,
  copied: outcomes.copied,
  cert: '证书',
  certHint: 'Base64 或 PEM 格式',
  certMissing: '请粘贴证书',
  sign: '签名值',
  signHint: 'Base64 格式',
  signMissing: '请粘贴签名值',
  submit: acts.signIn,
} as const
