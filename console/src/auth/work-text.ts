export const text = {
  offer: '不方便看图？点此验证',
  working: '正在验证，约需几秒…',
  progress: '验证进度',
  done: '已通过验证，请继续',
  failed: '验证没有完成，请重试',
} as const
