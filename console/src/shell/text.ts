import { text as platformText } from '../platform/text.ts'
import { acts, named, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences of the shell. */
export const text = {
  skip: t('跳到主要内容', 'Skip to main content'),
  brand: t(
    (name: string) => `${name} 首页`,
    name => `${name}, home page`,
  ),
  menu: {
    label: t('主菜单', 'Main menu'),
    collapse: t('收起菜单', 'Fold the menu'),
    expand: t('展开菜单', 'Unfold the menu'),
    outside: t('（新窗口打开）', ' (opens a new window)'),
  },
  crumbs: { label: t('当前位置', 'You are here'), back: acts.goBack },
  account: {
    ...platformText.accountPages,
    label: t('用户菜单', 'User menu'),
    password: acts.changePassword,
    lock: acts.lockScreen,
    dropSession: acts.signOut,
  },
  documents: { title: t('文档下载', 'Documents'), label: t('文档列表', 'Documents'), download: named.download },
  offline: t('网络已断开，恢复后可继续操作。', 'The network is down. You can go on when it is back.'),
  palette: {
    open: t('查找页面、应用、用户与机构', 'Find pages, applications, people and organisations'),
    short: acts.find,
    keys: 'Ctrl K',
  },
  tasks: {
    title: t('我的任务', 'My tasks'),
    running: t(
      (count: number) => `${count} 个任务进行中`,
      count => `${plural(count, 'task')} running`,
    ),
    waiting: t('正在排队', 'Queued'),
    progress: (stage: string, percentage: number) => `${stage} ${percentage}%`,
    ends: { FINISH: t('已完成', states.finished), CANCEL: t('已取消', 'Cancelled'), ERROR: states.failed },
    finished: t(
      (title: string) => `“${title}”已完成，可在右上角“我的任务”中查看`,
      title => `“${title}” has finished, see “My tasks” in the upper right corner`,
    ),
    cancel: acts.cancel,
    cancelOf: t(
      (title: string) => `取消任务 ${title}`,
      title => `Cancel the task ${title}`,
    ),
    download: acts.download,
    downloadOf: named.download,
    dropOf: named.detach,
    clear: t('清除已结束的任务', 'Clear finished tasks'),
  },
  theme: {
    label: t('外观', 'Appearance'),
    system: t('跟随系统', 'As the system'),
    light: t('浅色', 'Light'),
    dark: t('深色', 'Dark'),
    more: t('更多外观…', 'More appearance…'),
  },
  version: { product: t('产品版本', 'Product version') },
  guard: {
    firstEntry: t('访问失败，菜单权限不足，将自动跳转至有权访问的页面', 'You may not open that page and are taken to one that you may'),
    refused: t('您无该菜单权限，请联系管理员', 'You are not permitted to open this menu, contact your administrator'),
  },
  otherUser: {
    title: t(
      (former: string) => `“${former}”的登录已结束`,
      former => `The session of “${former}” has ended`,
    ),
    about: t(
      (former: string, present: string) => `此页面原以“${former}”登录；当前浏览器已在其他标签页以“${present}”登录。请确认以谁的身份继续。`,
      (former, present) =>
        `This page was signed in as “${former}”. In another tab of this browser “${present}” has signed in since. Choose who goes on.`,
    ),
    agree: t(
      (present: string) => `以“${present}”继续`,
      present => `Go on as “${present}”`,
    ),
    decline: t('重新登录', 'Sign in again'),
  },
  start: { working: t('正在进入…', 'Signing in…'), failed: t('未能进入控制台', 'The console could not be opened'), leave: acts.signOut },
  error: {
    title: t('页面出错了', 'Something went wrong on this page'),
    body: t(
      '这一页没能显示出来。可以重试，或先回到首页；若反复出现，请把错误编号告知管理员。',
      'This page could not be shown. Try again, or go to the home page; if it happens again, give your administrator the error number.',
    ),
    number: t('错误编号', 'Error number'),
    retry: acts.retry,
    home: acts.backToHome,
    oldVersion: t('系统已更新，请刷新页面后继续。', 'The system has been updated, reload the page to go on.'),
    reload: t('刷新页面', 'Reload page'),
  },
} as const
