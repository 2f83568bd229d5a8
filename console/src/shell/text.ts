import { text as general } from '../platform/text.ts'
import { acts, named, states } from '@hufu/contract/text'

/** Sentences of the shell. */
export const text = {
  skip: '跳到主要内容',
  brand: (name: string) => `${name} 首页`,
  menu: { label: '主菜单', collapse: '收起菜单', expand: '展开菜单', outside: '（新窗口打开）' },
  crumbs: { label: '当前位置', back: acts.goBack },
  account: {
    ...general.accountPages,
    label: '用户菜单',
    password: acts.changePassword,
    lock: acts.lockScreen,
    dropSession: acts.signOut,
  },
  documents: { title: '文档下载', label: '文档列表', download: named.download },
  offline: '网络已断开，恢复后可继续操作。',
  palette: { open: '查找页面、应用、用户与机构', short: acts.find, keys: 'Ctrl K' },
  tasks: {
    title: '我的任务',
    running: (count: number) => `${count} 个任务进行中`,
    waiting: '正在排队',
    progress: (stage: string, percentage: number) => `${stage} ${percentage}%`,
    ends: { FINISH: '已完成', CANCEL: '已取消', ERROR: states.failed },
    finished: (title: string) => `“${title}”已完成，可在右上角“我的任务”中查看`,
    cancel: acts.cancel,
    cancelOf: (title: string) => `取消任务 ${title}`,
    download: acts.download,
    downloadOf: named.download,
    dropOf: named.detach,
    clear: '清除已结束的任务',
  },
  theme: { label: '外观', system: '跟随系统', light: '浅色', dark: '深色', more: '更多外观…' },
  version: { product: '产品版本' },
  guard: {
    firstEntry: '访问失败，菜单权限不足，将自动跳转至有权访问的页面',
    refused: '您无该菜单权限，请联系管理员',
  },
  otherUser: {
    title: (former: string) => `“${former}”的登录已结束`,
    about: (former: string, present: string) =>
      `此页面原以“${former}”登录；当前浏览器已在其他标签页以“${present}”登录。请确认以谁的身份继续。`,
    agree: (present: string) => `以“${present}”继续`,
    decline: '重新登录',
  },
  start: { working: '正在进入…', failed: '未能进入控制台', leave: acts.signOut },
  fault: {
    title: '页面出错了',
    body: '这一页没能显示出来。可以重试，或先回到首页；若反复出现，请把错误编号告知管理员。',
    number: '错误编号',
    retry: acts.retry,
    home: acts.backToHome,
    oldVersion: '系统已更新，请刷新页面后继续。',
    reload: '刷新页面',
  },
} as const
