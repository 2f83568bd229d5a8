import { fields, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of the sign-in settings. */
export const login = {
  methods: t(fields.signInMethod, 'Sign-in methods'),
  openPassword: [t('密码登录', 'Password'), t('用户名或手机号与密码。', 'User name or phone number, and password.')],
  openPhone: [t('手机验证码登录', 'SMS code'), t('需先在配置管理中设置短信网关。', 'Needs the SMS gateway under Settings.')],
  openWx: [t('微信扫码登录', 'WeChat scan'), t('需先在配置管理中设置微信应用。', 'Needs the WeChat application under Settings.')],
  openZfb: [t('支付宝扫码登录', 'Alipay scan'), t('需先在配置管理中设置支付宝应用。', 'Needs the Alipay application under Settings.')],
  openCa: [
    t('数字证书登录', 'Certificate'),
    t('需先在配置管理中设置受信任的 CA 证书。', 'Needs the trusted CA certificates under Settings.'),
  ],
  openFace: [things.faceSignIn, t('不能作为唯一的登录方式。', 'Cannot be the only sign-in method.')],
  openPasskey: [
    t('通行密钥登录', 'Passkey'),
    t('用指纹、面容或设备 PIN 登录；须通过 https 域名访问。', 'With fingerprint, face or device PIN; needs an https address.'),
  ],
  needPhoneVerify: [
    t('登录后验证手机', 'Verify the phone'),
    t(
      '密码正确后还须输入手机验证码；没有手机号的用户不验证。',
      'After the right password an SMS code is asked for too; not of users without a phone number.',
    ),
  ],
  guessing: t('防猜测', 'Against guessing'),
  captchaMode: [t('图形验证码', 'Picture code'), t('登录时是否须输入图形验证码。', 'Whether a picture code is asked for when signing in.')],
  captchas: { '0': t('不使用', 'Never'), '1': t('始终使用', 'Always'), '2': t('登录失败后使用', 'After a failed sign-in') } as Record<
    string,
    string
  >,
  failCount: [
    t('允许失败次数', 'Failures allowed'),
    t(
      '同一地址 30 分钟内密码等错误达到此数后，该地址不能再以这种方式登录此账号；其他方式不受影响。',
      'After so many wrong passwords and the like within 30 minutes, the address can no longer sign in to that account in that way; other ways are not affected.',
    ),
  ],
  accountFailCount: [
    t('所有地址合计', 'From all addresses'),
    t(
      '30 分钟内各地址的错误合计达到此数后，所有地址都不能以这种方式登录此账号。',
      'After so many failures from all addresses within 30 minutes, no address can sign in to that account in that way.',
    ),
  ],
  lockMinutes: [
    t('锁定时长', 'Locked for'),
    t('到时自动解锁，也可在“账号解锁”中提前解锁。', `It is lifted by itself, or earlier under “${things.accountUnlock}”.`),
  ],
  openRecovery: [
    t('短信找回密码', 'Password recovery by SMS'),
    t(
      '用户可凭短信验证码自行设置新密码；需先设置短信网关。',
      'Users set a new password themselves with an SMS code; needs the SMS gateway.',
    ),
  ],
  flooding: t('频率限制', 'Rate limits'),
  loginFailuresPerAddress: [
    t('登录失败', 'Failed sign-ins'),
    t('每个地址每分钟最多失败次数；成功的登录不计。', 'Most failures of an address in a minute; successful sign-ins do not count.'),
  ],
  challengesPerAddress: [
    t('验证图片与随机数', 'Pictures and nonces'),
    t(
      '每个地址每分钟最多获取的图片、二维码、随机数等，各自计数。',
      'Most pictures, QR codes, nonces and so on an address gets in a minute, each counted by itself.',
    ),
  ],
  faceChecksPerAddress: [
    t('身份核验', 'Identity checks'),
    t('每个地址半小时内姓名与身份证号不符的最多次数。', 'Most times name and ID card number may differ, from an address in half an hour.'),
  ],
  smsPerAddress: [
    t('短信（按地址）', 'SMS by address'),
    t(
      '每个地址每小时最多发送的短信；验证码输入正确后不计。',
      'Most messages an address can cause in an hour; those whose code was entered correctly do not count.',
    ),
  ],
  smsPerPhone: [
    t('短信（按手机号）', 'SMS by phone number'),
    t('每个手机号每天最多收到的短信。', 'Most messages a phone number gets in a day.'),
  ],
  smsInterval: [
    t('短信间隔', 'SMS interval'),
    t('同一手机号两条短信之间至少相隔的时间。', 'Least time between two messages to the same phone number.'),
  ],
  knownAddressFactor: [
    t('放宽倍数', 'Factor for known addresses'),
    t(
      '一天内有人成功登录过的地址，上述按地址的限制放宽到此倍数，避免整个办公室共用一个出口时被误拦。',
      'For an address from which somebody signed in within a day, the limits above are raised by this factor, so that an office behind one address is not held back.',
    ),
  ],
  sessions: t('会话', 'Sessions'),
  sessionMinutes: [
    t('空闲时长', 'Idle for at most'),
    t('多久没有操作后须重新登录。', 'After so long without doing anything, users sign in again.'),
  ],
  sessionHours: [
    t('最长时长', 'Lasts at most'),
    t(
      '无论是否操作，多久后须重新登录；对之后的登录生效。',
      'After so long users sign in again, whatever they do; holds for sign-ins from now on.',
    ),
  ],
  maxSessions: [
    t('每个账号的会话数', 'Sessions of an account'),
    t('超出时最早登录的会话被下线；0 表示不限制。', 'Beyond this the earliest session is ended; 0 means no limit.'),
  ],
  hours: t(fields.signInTime, 'Sign-in hours'),
  openTimeLimit: [
    t('限制登录时间', 'Limit sign-in hours'),
    t(
      '只允许在下面的时间段登录（北京时间），可跨零点；已登录的会话不受影响。',
      'Users can sign in only within the hours below (Beijing time), which may pass midnight; existing sessions are not affected.',
    ),
  ],
  beginTime: [
    fields.beginTime,
    t('从这一分钟起允许登录；晚于结束时间则跨零点。', 'From this minute on; if it is later than the end, the hours pass midnight.'),
  ],
  endTime: [fields.endTime, t('到这一分钟为止，含这一分钟。', 'Up to and including this minute.')],
  timeHint: '08:30',
  timeProblem: t('请输入时间，如 08:30', 'Enter a time such as 08:30'),
  unlimited: t('不限制', 'No limit'),
} as const
