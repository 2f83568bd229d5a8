import { states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
const switching = (wish: boolean) => (wish ? 'switching it on' : 'switching it off')

export const text = {
  title: things.segregation,
  on: t('已开启', 'On'),
  off: t('未开启', 'Off'),
  about: t(
    '开启后，系统管理员、安全管理员、审计管理员各司其职、互不兼任：超级管理员停用，其他角色只保留属于系统管理员的部分。开启和关闭都须三员齐备，并由其中两人在一天内先后同意。',
    'While this is on, system, security and audit administrators each do their own part and nobody holds two: super administrators are disabled, and other roles keep only what belongs to the system administrator. To switch it on or off, all three must be appointed and two of them must agree within one day.',
  ),
  segregatedRoles: {
    system: {
      name: things.systemAdmin,
      does: t('维护机构、用户、应用与同步，解锁账号', 'Maintains organisations, users, applications and synchronisation, unlocks accounts'),
    },
    security: {
      name: things.securityAdmin,
      does: t('分配角色与权限，审核，设置安全策略与菜单', 'Assigns roles and permissions, reviews, sets security policies and menus'),
    },
    audit: {
      name: things.auditAdmin,
      does: t('查看操作日志、登录日志与数据历史', 'Reads the operation log, the sign-in log and the data history'),
    },
  },
  list: t('三员', 'The three administrators'),
  holdersOf: t(
    (name: string) => `${name}人员`,
    name => `Holders of the role of ${lower(name)}`,
  ),
  nobody: t('尚未指定用户', 'Nobody appointed yet'),
  notAble: t('账号不可用', 'Account not usable'),
  add: t('指定', 'Appoint'),
  addTitle: t(
    (name: string) => `指定${name}`,
    name => `Appoint ${lower(name)}`,
  ),
  added: t(
    (count: number) => `已指定${count}人`,
    count => `${plural(count, 'user')} appointed`,
  ),
  remove: t(
    (name: string) => `免去 ${name}`,
    name => `Dismiss ${name}`,
  ),
  removeTitle: t(
    (name: string, segregatedRole: string) => `免去“${name}”的${segregatedRole}职责？`,
    (name, segregatedRole) => `Dismiss “${name}” as ${lower(segregatedRole)}?`,
  ),
  removeText: t('该用户将立即失去这一职责的全部权限。', 'They lose all permissions of this duty at once.'),
  removeDone: t('免去', 'Dismiss'),
  removed: t('已免去', 'Dismissed'),
  agreed: t(
    (wish: boolean, by: string) => `${by} 已同意${wish ? '开启' : states.off}`,
    (wish, by) => `${by} agreed to ${switching(wish)}`,
  ),
  notAgreed: t('未表态', 'No opinion yet'),
  agree: t(
    (wish: boolean) => (wish ? '同意开启' : '同意关闭'),
    wish => (wish ? 'Agree to switch on' : 'Agree to switch off'),
  ),
  agreeTitle: t(
    (wish: boolean) => (wish ? '同意开启三员分立？' : '同意关闭三员分立？'),
    wish => (wish ? 'Agree to switch separation of duties on?' : 'Agree to switch separation of duties off?'),
  ),
  agreeText: t(
    (wish: boolean) =>
      wish
        ? '另有一员同意后立即生效：超级管理员停用，各角色只保留属于系统管理员的部分。'
        : '另有一员同意后立即生效：超级管理员与各角色恢复原有权限。',
    wish =>
      wish
        ? 'Takes effect as soon as another of the three agrees: super administrators are disabled, and roles keep only what belongs to the system administrator.'
        : 'Takes effect as soon as another of the three agrees: super administrators and roles get their former permissions back.',
  ),
  withdraw: t('撤回同意', 'Withdraw agreement'),
  asks: t(
    (by: string, wish: boolean) => `${by} 提议${wish ? '开启' : states.off}三员分立，等待另一员同意`,
    (by, wish) => `${by} proposes ${switching(wish)}; another of the three has to agree`,
  ),
  mine: t(
    (segregatedRole: string) => `您是${segregatedRole}`,
    segregatedRole => `You are ${lower(segregatedRole)}`,
  ),
  switched: t(
    (isOn: boolean) => (isOn ? '三员分立已开启' : '三员分立已关闭'),
    isOn => (isOn ? 'Separation of duties is on' : 'Separation of duties is off'),
  ),
  noted: t('已记录您的同意，等待另一员同意', 'Your agreement is recorded; another of the three has to agree'),
  withdrawn: states.withdrawn,
  matrix: t('下载接口权限矩阵', 'Download permission matrix'),
  matrixHint: t(
    '逐个接口列出三员与每个角色是否可用，供测评使用。',
    'Says for every API call which of the three and which roles may use it; meant for assessments.',
  ),
} as const
