import { acts, fields, problems } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  consent: {
    title: t('人脸信息处理告知', 'How your face is processed'),
    points: [
      t(
        '仅在您本次登录时采集一张人脸照片，用于核验您是否为账号本人，不作其他用途。',
        'One picture of your face is taken for this sign-in only, to verify that you are the holder of the account. It serves nothing else.',
      ),
      t(
        '照片经加密传输，由人脸识别服务比对后即时丢弃，本系统不保存照片和人脸特征，只留存比对编号。',
        'The picture is sent encrypted, compared by the face recognition service and then discarded. This system keeps neither the picture nor features of your face, only the number of the comparison.',
      ),
      t(
        '人脸登录由您自愿选择。不同意或无法使用时，可使用密码、手机验证码等其他登录方式，权益不受影响。',
        'You choose face sign-in of your own free will. If you do not agree or cannot use it, sign in with a password, an SMS code or another method; your rights are not affected.',
      ),
      t(
        '您可随时停止使用。未满十四周岁的，请由监护人同意后使用。',
        'You can stop using it at any time. Users under fourteen need the consent of their guardian.',
      ),
    ],
    agree: t('我已阅读并同意处理我的人脸信息', 'I have read this and agree to the processing of my face'),
    missing: t('请先阅读并同意以上内容', 'Read and agree to the above first'),
    next: t('同意并继续', 'Agree and continue'),
  },
  name: fields.realName,
  nameHint: t('请输入真实姓名', 'Your real name'),
  nameMissing: t('请输入姓名', 'Enter your name'),
  card: fields.idCard,
  cardHint: t('请输入身份证号', 'Your ID card number'),
  cardMissing: t('请输入身份证号', 'Enter your ID card number'),
  cardProblem: problems.idCardWrong,
  check: acts.nextStep,
  checking: t('正在核验…', 'Verifying…'),
  noSuchPerson: t('姓名与身份证号不相符，或没有可用的账号', 'Name and ID card number do not match, or there is no account to use'),
  camera: t('摄像头画面', 'Camera picture'),
  steps: [
    t('正对摄像头，脸部完整、居中', 'Face the camera, your whole face in the middle'),
    t('光线充足，摘下口罩、墨镜和帽子', 'Have enough light; take off mask, sunglasses and hat'),
    t('缓慢眨眼，然后点击“拍照并登录”', 'Blink slowly, then click “Take picture and sign in”'),
  ],
  starting: t('正在打开摄像头…', 'Opening the camera…'),
  take: t('拍照并登录', 'Take picture and sign in'),
  comparing: t('正在比对…', 'Comparing…'),
  retry: t('重新打开摄像头', 'Open the camera again'),
  back: t('返回上一步', 'Back'),
  left: t(
    (tries: number) => `人脸比对失败，还可尝试${tries}次`,
    tries => `Your face was not recognised, ${tries === 1 ? '1 try' : `${tries} tries`} left`,
  ),
  enough: t('已连续3次未通过，请使用其他登录方式', 'Not recognised three times in a row, sign in another way'),
  problems: {
    insecure: t(
      '当前访问地址不是安全连接（https），浏览器不允许使用摄像头，请使用其他登录方式或联系管理员',
      'The connection is not secure (https), so the browser does not allow the camera. Sign in another way or contact your administrator.',
    ),
    missing: t(
      '当前浏览器不支持使用摄像头，请更换浏览器或使用其他登录方式',
      'This browser cannot use a camera. Use another browser or sign in another way.',
    ),
    denied: t(
      '未获得摄像头权限。请点击地址栏左侧的图标，允许使用摄像头后重试',
      'The camera is not permitted. Click the icon left of the address, allow the camera and try again.',
    ),
    none: t('没有找到摄像头，请连接后重试或使用其他登录方式', 'No camera was found. Connect one and try again, or sign in another way.'),
    busy: t(
      '摄像头无法打开，可能正被其他程序占用，请关闭后重试',
      'The camera could not be opened, another program may be using it. Close that and try again.',
    ),
  },
} as const
