export const text = { newVersion: '系统有新版本，保存正在填写的内容后刷新即可使用。', reload: '刷新页面' } as const
