import { type Screen, screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions } from '../../platform/permission.ts'
import { nameOf } from '../../platform/places.ts'
import { text } from './text.ts'

/** Pinyin and initials of pages; palette.test.ts requires those of every page. */
export const spelling: Readonly<Record<string, string>> = {
  '/wel/index': 'shouye sy',
  '/account/settings': 'gerenzhongxin grzx',
  '/account/security': 'anquanshezhi aqsz',
  '/account/apps': 'wodeyingyong wdyy',
  '/account/guide': 'shiyongzhinan syzn bangzhu bz',
  '/account/changelog': 'chanpinbanbenguiji cpbbgj',
  '/app/authority': 'yingyongquanxian yyqx yingyongjuese yyjs',
  '/app/user': 'yingyongyonghu yyyh',
  '/audit/operation': 'rizhiguanli rzgl caozuorizhi czrz shenji sj',
  '/audit/getPage': 'zaixianyonghu zxyh',
  '/audit/loginLog': 'denglurizhi dlrz',
  '/organiz/index': 'zuzhijigou zzjg yonghu yh',
  '/organiz/user': 'xinzengyonghu xzyh tianjiayonghu tjyh',
  '/organiz/deleted-user': 'yishanchuyonghu yscyh',
  '/organiz/batch-add-user': 'piliangxinzengyonghu plxzyh daoruyonghu dryh',
  '/organiz/org-list': 'jigouguanli jggl',
  '/organiz/stripe-org': 'tiaoxianjigouguanli txjggl',
  '/organiz/work-group': 'gongzuozuguanli gzzgl',
  '/organiz/batch-add-org': 'piliangxinzengjigou plxzjg daorujigou drjg',
  '/organiz/deleted-org': 'yishanchujigou yscjg',
  '/organiz/setting': 'zuzhishezhi zzsz',
  '/organiz/rank': 'zhiji zj',
  '/organiz/positionalTitles': 'zhicheng zc',
  '/organiz/position': 'zhiwu zw',
  '/organiz/station': 'gangwei gw',
  '/authorize/index': 'yingyongshouquan yysq shouquan sq',
  '/authorize/auth-group': 'quanxianzu qxz',
  '/authorize/api-auth': 'apishouquan apisq jiekoushouquan jksq',
  '/organiz/user-label': 'yonghubiaoqianguanli yhbqgl biaoqian bq',
  '/audit/sms': 'duanxinjilu dxjl yanzhengma yzm',
  '/app/list': 'yingyongliebiao yylb yingyong yy',
  '/app/appSetting': 'yingyongshezhi yysz',
  '/system/manage': 'guanliyuanliebiao glylb',
  '/system/gradeAdmins': 'fenjiguanliyuanliebiao fjgly fjglylb',
  '/system/systemRoleIndex': 'jueseguanli jsgl',
  '/audit/stats': 'tongjifenxi tjfx',
  '/system/incorrectLoginIndex': 'zhanghaojiesuo zhjs',
  '/system/securityConfig': 'jichushezhi jcsz anquanshezhi aqsz mimacelue mmcl',
  '/examine/review-org': 'jigoushenhe jgsh',
  '/examine/review-user': 'yonghushenhe yhsh',
  '/examine/examine-set': 'shenheshezhi shsz',
  '/devops': 'yunweiguanli ywgl',
  '/devops/api-manage': 'jiekouguanli jkgl',
  '/devops/config': 'peizhiguanli pzgl',
  '/devops/dict': 'zidianguanli zdgl',
  '/devops/data-history': 'shujulishi sjls',
  '/devops/notice': 'shouyewenjianguanli sywjgl',
  '/devops/file': 'wenjianguanli wjgl',
  '/devops/data-clean': 'shujuqingli sjql',
  '/devops/decrypt': 'minganshujujiajiemi mgsjjjm jiajiemi jjm',
  '/sync/config': 'tongbuzhongxin tbzx tongburenwu tbrw',
  '/sync/syncLog': 'tongburizhi tbrz tuisongrizhi tsrz',
  '/devops/quartz': 'dingshirenwu dsrw',
  '/devops/menu': 'caidanguanli cdgl',
  '/devops/workflow': 'gongzuoliu gzl shenheliucheng shlc',
}

export interface PageHit {
  path: string
  name: string
}

interface Tab {
  /** The page the user must be able to open. */
  page: string
  tab: keyof typeof text.tabs
  path: string
  spelling: string
}
/** Tabs that are searched by what is set there, and a chapter of the guide. */
const tabs: readonly Tab[] = [
  {
    page: '/system/securityConfig',
    tab: 'password',
    path: '/system/securityConfig?tab=password',
    spelling: 'mimashezhi mmsz mimacelue mmcl',
  },
  { page: '/system/securityConfig', tab: 'ip', path: '/system/securityConfig?tab=ip', spelling: 'ipshezhi baimingdan bmd heimingdan hmd' },
  { page: '/system/securityConfig', tab: 'login', path: '/system/securityConfig?tab=login', spelling: 'denglushezhi dlsz' },
  {
    page: '/system/securityConfig',
    tab: 'providers',
    path: '/system/securityConfig?tab=providers',
    spelling: 'shangyoushenfentigongfang sysftgf',
  },
  { page: '/system/manage', tab: 'separation', path: '/system/manage?tab=separation', spelling: 'sanyuanfenli syfl' },
  { page: '/examine/examine-set', tab: 'stats', path: '/examine/examine-set?tab=stats', spelling: 'shenhetongji shtj' },
  { page: '/examine/examine-set', tab: 'deputies', path: '/examine/examine-set?tab=deputies', spelling: 'shenhedaili shdl' },
  { page: '/account/settings', tab: 'ownSecurity', path: '/account/settings?tab=security', spelling: 'anquanshezhi aqsz' },
  { page: '/account/settings', tab: 'ownBindings', path: '/account/settings?tab=bindings', spelling: 'denglubangding dlbd' },
  { page: '/account/settings', tab: 'ownSessions', path: '/account/settings?tab=sessions', spelling: 'denglushebei dlsb' },
  { page: '/devops', tab: 'backup', path: '/account/guide#operations', spelling: 'beifen bf' },
]

/** The pages this user may open and their tabs, found by part of a name, pinyin or initials; all pages for an empty search. */
export function pagesFor(typed: string, permissions: Permissions, own: readonly PageHit[]): PageHit[] {
  const sought = normalized(typed)
  const pages = [...menuPages(permissions), ...own]
  if (sought === '') return pages
  const isOpen = new Set(pages.map(({ path }) => path))
  const candidates = [
    ...pages.map(page => ({ ...page, others: [spelling[page.path], text.synonyms[page.path]] })),
    ...tabs
      .filter(({ page }) => isOpen.has(page))
      .map(({ tab, path, spelling: words }) => ({ path, name: text.tabs[tab], others: [words, text.tabSynonyms[tab]] })),
  ].filter(({ name, others }) => isFound(sought, name, ...others))
  return candidates
    .toSorted((one, two) => Number(isExact(sought, two)) - Number(isExact(sought, one)))
    .map(({ path, name }) => ({ path, name }))
}

/** Pages by their title; if another page has it as its title or in the menu, by their own name in the menu. */
function menuPages(permissions: Permissions): PageHit[] {
  const open = screens.filter(screen => spelling[screen.path] !== undefined && isPageOpen(screen, permissions))
  return open.map(({ path, menuName }) => {
    const title = nameOf(path, permissions)
    const isShared = open.some(other => other.path !== path && [other.menuName, nameOf(other.path, permissions)].includes(title))
    return { path, name: isShared ? (menuName ?? title) : title }
  })
}

/** Its name or a synonym equals the search. */
const isExact = (sought: string, { name, others }: { name: string; others: readonly (string | undefined)[] }): boolean =>
  normalized(name) === sought || others.some(words => words?.toLowerCase().split(' ').includes(sought))

/** Matches a part of the name, ignoring blanks, or the beginning of a synonym. */
export const isFound = (sought: string, name: string, ...others: readonly (string | undefined)[]): boolean =>
  normalized(name).includes(normalized(sought)) ||
  others.some(words =>
    words
      ?.toLowerCase()
      .split(' ')
      .some(word => word.startsWith(sought)),
  )
const normalized = (words: string) => words.toLowerCase().replaceAll(/\s/g, '')

/** A page without a menu is found by users who have the page it belongs to. */
const isPageOpen = (screen: Screen, permissions: Permissions) =>
  mayOpen(screen, permissions) && (screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent)))
