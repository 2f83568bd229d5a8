import { acts, outcomes } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const REFUSED_WHY = t(
  '常见原因：证书已过期或被吊销、不是由认可的CA签发、签名内容不是本次的随机数，或已超过有效时间。',
  'Common reasons: the certificate has expired or been revoked, was not issued by an accepted authority, signed something else than this nonce, or took too long.',
)

/** Sentences of sign-in by certificate, loaded when chosen. */
export const text = {
  // with an agent
  agentHow: t(
    '请插入证书介质（如 UKey），点击下方按钮，在证书控件的窗口中选择证书并输入 PIN。PIN 只在控件中输入，本页面不会读取或保存。',
    'Insert your certificate medium (such as a UKey), click the button below, then choose the certificate and enter the PIN in the window of the certificate agent. The PIN is entered there alone; this page neither reads nor keeps it.',
  ),
  agentSubmit: t('使用证书登录', 'Sign in with a certificate'),
  signing: t('请在证书控件中完成操作…', 'Continue in the certificate agent…'),
  checking: t('正在验证证书…', 'Verifying the certificate…'),
  // without one
  noAgent: t('未检测到证书控件', 'No certificate agent was found'),
  noAgentHow: t(
    '请安装证书驱动和浏览器控件后刷新页面；也可以用签名工具手动完成签名。',
    'Install the certificate driver and the browser agent, then reload the page; or sign by hand with a signing tool.',
  ),
  // problems an agent may report
  agentProblems: {
    cancelled: t('已取消证书登录', 'Signing in with a certificate was cancelled'),
    noDevice: t('未检测到证书介质，请插入后重试', 'No certificate medium was found, insert it and try again'),
    noCertificate: t('证书介质中没有可用的证书', 'There is no usable certificate on the medium'),
    wrongPin: t('PIN 不正确，请重试', 'The PIN is wrong, try again'),
    pinLocked: t('PIN 已锁定，请联系证书颁发机构解锁', 'The PIN is locked, ask the issuer of the certificate to unlock it'),
    unsupported: t('当前浏览器不支持该证书控件，请更换浏览器', 'This browser does not support the certificate agent, use another one'),
  },
  agentProblem: t('证书控件未能完成签名，请重试或更换签名方式', 'The certificate agent could not sign, try again or sign another way'),
  // a proxy that asks for the certificate itself
  proxySubmit: t('使用浏览器中的证书登录', 'Sign in with a certificate of the browser'),
  proxyHow: t(
    '浏览器会提示选择证书；若未提示，请确认证书已插入并重新打开浏览器。',
    'The browser asks for a certificate. If it does not, make sure the certificate is inserted and restart the browser.',
  ),
  // refusals
  bind: {
    title: t('该证书未绑定账号', 'No account is bound to this certificate'),
    about: t(
      '请验证您的账号和密码，绑定后可直接使用证书登录。',
      'Enter your account and password. Once bound, the certificate alone signs you in.',
    ),
    again: t('重新选择证书', 'Choose another certificate'),
    over: t('绑定已失效，请重新使用证书登录', 'This can no longer be bound, sign in with the certificate again'),
  },
  refusedWhy: REFUSED_WHY,
  refused: t(
    (message: string) => `${message}。${REFUSED_WHY}`,
    message => `${message}. ${REFUSED_WHY}`,
  ),
  nonceProblem: t('未能取得随机数，请稍后重试', 'No nonce could be fetched, try again later'),
  // by hand
  byHand: t('用签名工具登录', 'Sign in with a signing tool'),
  byHandHow: t(
    '用CA提供的签名工具对下面的随机数签名（原文签名，不含换行），再粘贴证书和签名值。',
    'Sign the nonce below with the signing tool of your certificate authority (as plain text, without a line break), then paste the certificate and the signature.',
  ),
  fetchNonce: t('获取随机数', 'Get a nonce'),
  fetchAgain: t('重新获取', 'Get another'),
  nonce: t('待签名的随机数', 'Nonce to sign'),
  nonceLeft: t(
    (seconds: number) => `请在 ${seconds} 秒内完成签名并登录`,
    seconds => `Sign it and sign in within ${seconds} s`,
  ),
  nonceOver: t('随机数已过期，请重新获取', 'The nonce has expired, get another'),
  copy: acts.copy,
  copied: outcomes.copied,
  cert: t('证书', 'Certificate'),
  certHint: t('Base64 或 PEM 格式', 'Base64 or PEM'),
  certMissing: t('请粘贴证书', 'Paste the certificate'),
  sign: t('签名值', 'Signature'),
  signHint: t('Base64 格式', 'Base64'),
  signMissing: t('请粘贴签名值', 'Paste the signature'),
  submit: acts.signIn,
} as const
