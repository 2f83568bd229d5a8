/** What the export of the sign-in log says. */
export const text = {
  file: '登录日志.xlsx',
  titles: ['时间', '用户名', '姓名', '登录方式', '结果', '说明', 'IP', '浏览器', '操作系统', '会话编号'],
  results: { 1: '成功', 0: '失败' },
} as const
