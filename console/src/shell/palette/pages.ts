import { type Screen, screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions } from '../../platform/permission.ts'
import { nameOf } from '../../platform/places.ts'
import { text } from './text.ts'

/** Pinyin and initials of the pages one can go to by name; palette.test.ts asks for those of every built one. */
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
  '/examine/examine-set': 'shenheshezhi shsz yonghushenhe yhsh',
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
  page: string
  tab: keyof typeof text.tabs
  /** Its name in the address. */
  at: string
  spelling: string
}
/** Tabs that one looks for by what is set there. */
const tabs: readonly Tab[] = [
  { page: '/system/securityConfig', tab: 'password', at: 'password', spelling: 'mimashezhi mmsz mimacelue mmcl' },
  { page: '/system/securityConfig', tab: 'ip', at: 'ip', spelling: 'ipshezhi baimingdan bmd heimingdan hmd' },
  { page: '/system/securityConfig', tab: 'login', at: 'login', spelling: 'denglushezhi dlsz' },
  { page: '/system/securityConfig', tab: 'providers', at: 'providers', spelling: 'shangyoushenfentigongfang sysftgf' },
  { page: '/system/manage', tab: 'separation', at: 'separation', spelling: 'sanyuanfenli syfl' },
  { page: '/examine/examine-set', tab: 'stats', at: 'stats', spelling: 'shenhetongji shtj' },
  { page: '/examine/examine-set', tab: 'deputies', at: 'deputies', spelling: 'shenhedaili shdl' },
  { page: '/account/settings', tab: 'ownSecurity', at: 'security', spelling: 'anquanshezhi aqsz' },
  { page: '/account/settings', tab: 'ownBindings', at: 'bindings', spelling: 'denglubangding dlbd' },
  { page: '/account/settings', tab: 'ownSessions', at: 'sessions', spelling: 'denglushebei dlsb' },
]

/** The pages this person may open and their tabs, found by a part of a name, pinyin or its initials; all pages where nothing is typed. */
export function pagesFor(typed: string, permissions: Permissions, own: readonly PageHit[]): PageHit[] {
  const sought = bare(typed)
  const open = screens.filter(screen => spelling[screen.path] !== undefined && isWithin(screen, permissions))
  const pages = [...open.map(({ path }) => ({ path, name: nameOf(path, permissions) })), ...own]
  const isOpen = new Set(pages.map(({ path }) => path))
  const hits = pages.filter(({ path, name }) => isFound(sought, name, spelling[path], text.synonyms[path]))
  if (sought === '') return hits
  const found = tabs.filter(
    ({ page, tab, spelling: words }) => isOpen.has(page) && isFound(sought, text.tabs[tab], words, text.tabSynonyms[tab]),
  )
  return [...hits, ...found.map(({ page, tab, at }) => ({ path: `${page}?tab=${at}`, name: text.tabs[tab] }))]
}

/** By a part of its name, whatever its blanks, or by the beginning of one of its other words. */
export const isFound = (sought: string, name: string, ...others: readonly (string | undefined)[]): boolean =>
  bare(name).includes(bare(sought)) ||
  others.some(words =>
    words
      ?.toLowerCase()
      .split(' ')
      .some(word => word.startsWith(sought)),
  )
const bare = (words: string) => words.toLowerCase().replaceAll(/\s/g, '')

/** A page that stands in no menu is everybody's who has its code; it is found by those who have the page it belongs to. */
const isWithin = (screen: Screen, permissions: Permissions) =>
  mayOpen(screen, permissions) && (screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent)))
