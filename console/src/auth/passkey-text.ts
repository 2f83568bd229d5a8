export const passkeyText = {
  enter: '通行密钥登录',
  waiting: '请按浏览器提示操作…',
  cancelled: '已取消，或等待超时，请重试',
  failed: '此浏览器或访问地址不能使用通行密钥，请换一种方式登录',
} as const
