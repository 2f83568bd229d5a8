/** Sentences of the recovery. */
export const text = {
  usage: '用法：npm run recover [-- --password]（--password：同时为内置账号 admin 生成新密码）',
  done: '已恢复登录：密码登录已开启；登录IP、登录时间的限制和登录后的手机验证已关闭；内置账号 admin 已解锁',
  soon: '运行中的服务将在一秒内生效；本次操作已写入操作日志',
  password: (password: string) => `admin 的新密码（仅显示一次，登录后须立即修改）：${password}`,
  later: '登录后请到“系统管理 / 基础设置”重新设置访问限制',
} as const
