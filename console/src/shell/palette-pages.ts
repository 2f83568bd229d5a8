import { type Screen, screens } from '@hufu/contract/screens'
import { mayOpen, type Permissions } from '../platform/permission.ts'
import { nameOf } from '../platform/places.ts'

/** Pinyin and initials of the pages one can go to by name; palette.test.ts asks for those of every built one. */
export const spelling: Readonly<Record<string, string>> = {
  '/wel/index': 'shouye sy',
  '/account/settings': 'gerenzhongxin grzx',
  '/account/security': 'anquanshezhi aqsz',
  '/account/apps': 'wodeyingyong wdyy',
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

/** The pages this person may open, found by a part of their name, their pinyin or its initials; all of them where nothing is typed. */
export function pagesFor(typed: string, permissions: Permissions, own: readonly PageHit[]): PageHit[] {
  const sought = typed.toLowerCase().replaceAll(/\s/g, '')
  const open = screens.filter(screen => spelling[screen.path] !== undefined && isWithin(screen, permissions))
  const pages = [...open.map(({ path }) => ({ path, name: nameOf(path, permissions) })), ...own]
  return pages.filter(({ path, name }) => name.toLowerCase().includes(sought) || wordsOf(path).some(word => word.startsWith(sought)))
}

/** A page that stands in no menu is everybody's who has its code; it is found by those who have the page it belongs to. */
const isWithin = (screen: Screen, permissions: Permissions) =>
  mayOpen(screen, permissions) && (screen.type === 'menu' || screen.parents.some(parent => permissions.menus.has(parent)))
const wordsOf = (path: string) => spelling[path]?.split(' ') ?? []
