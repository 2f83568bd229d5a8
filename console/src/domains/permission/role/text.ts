import { acts, fields, named, outcomes, problems, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

const users = (count: number) => plural(count, 'user')

export const text = {
  title: t('角色管理', 'Roles'),
  description: t(
    '角色决定管理员能看到哪些菜单、使用哪些按钮。内置角色随系统提供，可以另建自定义角色。',
    'Roles decide which menus administrators see and which buttons they use. Some roles are built in; add your own beside them.',
  ),
  add: acts.addRole,
  list: t('角色列表', 'List of roles'),
  none: t('还没有角色', 'No roles yet'),
  noneHint: t('新增角色后，设置它的菜单与按钮，再分配给用户。', 'Add a role, set its menus and buttons, then assign it to users.'),
  builtIn: states.builtIn,
  custom: t('自定义', 'Own'),
  everything: t('全部权限', 'All permissions'),
  nodes: t(
    (menus: number, buttons: number) => `${menus} 菜单 · ${buttons} 按钮`,
    (menus, buttons) => `${plural(menus, 'menu')} · ${plural(buttons, 'button')}`,
  ),
  people: named.people,
  secondFactors: { '': t(states.notRequired, states.none), any: t('任一方式', 'Any'), crypto: t('密码技术', 'Crypto') },
  columns: {
    name: fields.name,
    code: fields.code,
    type: fields.type,
    users: t(things.user, 'Users'),
    nodes: t(things.permission, 'Permissions'),
    secondFactor: t(things.secondFactor, '2nd factor'),
    status: fields.status,
    updateTime: fields.updateTime,
  },
  timelineOf: t(
    (name: string) => `${name} 的${things.timeline}`,
    name => `Timeline of ${name}`,
  ),
  tools: {
    timeline: things.timeline,
    auth: t(things.permission, 'Permissions'),
    users: t(things.user, 'Users'),
    edit: acts.edit,
    copy: acts.copy,
    remove: acts.remove,
    compare: t('比较两个角色', 'Compare two roles'),
    compareHint: t('勾选两个角色后可比较', 'Tick two roles to compare them'),
    superFixed: t('超级管理员拥有全部权限，不能修改', 'The super administrator has all permissions and cannot be changed'),
    superOnly: t('只有超级管理员可以设置', 'Only super administrators can set this'),
    builtInStays: t('内置角色不能删除', 'Built-in roles cannot be deleted'),
  },
  acts: {
    saved: outcomes.saved,
    done: outcomes.done,
    removed: outcomes.removed,
    enableTitle: named.enable,
    enableText: t(
      (people: number) => `启用后，${people} 名用户重新获得该角色的权限。`,
      people => `${users(people)} will have the permissions of the role again.`,
    ),
    disableTitle: named.disable,
    disableText: t(
      (people: number) =>
        people > 0 ? `停用后，${people} 名用户在 1 秒内失去该角色的权限，角色仍保留在他们名下。` : '停用后，该角色不能再分配给用户。',
      people =>
        people > 0
          ? `${users(people)} will lose the permissions of the role within 1 second; they still hold the role.`
          : 'The role can no longer be assigned to users.',
    ),
    enableMany: t(
      (count: number) => `启用 ${count} 个角色`,
      count => `Enable ${plural(count, 'role')}`,
    ),
    disableMany: t(
      (count: number) => `停用 ${count} 个角色`,
      count => `Disable ${plural(count, 'role')}`,
    ),
    removeTitle: named.remove,
    removeText: t('角色及其权限设置将被删除，不能恢复。', 'Roles and their permissions are deleted. This cannot be undone.'),
    removeMany: t(
      (count: number) => `删除 ${count} 个角色`,
      count => `Delete ${plural(count, 'role')}`,
    ),
    cannotRemove: named.cannotRemove,
    held: t(
      (people: number) => `仍有 ${people} 名用户拥有该角色，请先将他们移出。`,
      people => `${users(people)} still ${people === 1 ? 'holds' : 'hold'} this role. Take them out of it first.`,
    ),
  },
  dialog: {
    add: acts.addRole,
    edit: acts.editRole,
    copy: t(
      (name: string) => `复制“${name}”`,
      name => `Copy “${name}”`,
    ),
    copyHint: t(
      (menus: number, buttons: number) => `新角色将带有 ${menus} 个菜单、${buttons} 个按钮的权限，不带用户。`,
      (menus, buttons) => `The new role has the permissions for ${plural(menus, 'menu')} and ${plural(buttons, 'button')}, but no users.`,
    ),
    copyFailed: t(
      '角色已新增，但权限未能复制，请在“权限”中设置',
      'The role is added, but its permissions could not be copied. Set them in “Permissions”',
    ),
    copyName: t(
      (name: string) => `${name} 副本`,
      name => `${name} copy`,
    ),
    name: fields.name,
    code: fields.code,
    codeHint: t(
      '字母、数字、下划线、点或横线；保存后仍可修改。',
      'Letters, digits, underscores, dots or hyphens; it can still be changed later.',
    ),
    codeFixed: t('内置角色的编码不能修改。', 'The code of a built-in role cannot be changed.'),
    codeProblem: t('编码由字母、数字、下划线、点或横线组成', 'A code consists of letters, digits, underscores, dots or hyphens'),
    nameTaken: problems.nameTaken,
    codeTaken: problems.codeTaken,
    status: states.enabled,
    remark: fields.remark,
    secondFactor: things.secondFactor,
    secondFactors: {
      '': states.notRequired,
      any: t('任一方式（短信、动态口令、通行密钥）', 'Any (SMS, authenticator code, passkey)'),
      crypto: t('密码技术（通行密钥、数字证书）', 'Cryptographic (passkey, digital certificate)'),
    },
    secondFactorHint: t(
      '登录时在第一种方式之外再验证一次；短信与动态口令不属于密码技术。',
      'A second proof at sign-in besides the first one. SMS and authenticator codes do not count as cryptographic.',
    ),
    secondFactorNow: t(
      (people: number) => `保存后立即生效：${people} 名用户须完成二次验证，尚未绑定的须先绑定，才能继续使用。`,
      people =>
        `Takes effect as soon as it is saved: ${users(people)} must present a second factor, and those who have none must first set one up before they can go on.`,
    ),
    superHint: t('超级管理员角色只能修改二次验证要求。', 'Of the super administrator role only the second factor can be changed.'),
  },
  holders: {
    title: t(
      (name: string) => `“${name}”的用户`,
      name => `Users of “${name}”`,
    ),
    list: t('角色的用户', 'Users of the role'),
    search: outcomes.peopleHint,
    add: acts.addMember,
    addTitle: t(
      (name: string) => `添加到“${name}”`,
      name => `Add users to “${name}”`,
    ),
    addSuperTitle: t(
      (count: number) => `将 ${count} 人设为超级管理员？`,
      count => `Make ${users(count)} super administrator${count === 1 ? '' : 's'}?`,
    ),
    addSuperText: t(
      '超级管理员拥有全部权限，包括运维管理，并可管理其他超级管理员。',
      'Super administrators have all permissions, including operations, and can manage other super administrators.',
    ),
    addSuper: t('设为超级管理员', 'Make super administrator'),
    added: t(
      (count: number) => (count > 0 ? named.addedPeople(count) : '所选用户已在该角色中'),
      count => (count > 0 ? `${users(count)} added` : 'All the users chosen have this role already'),
    ),
    realName: fields.realName,
    userName: fields.userName,
    orgName: t(things.org, 'Organisation'),
    remove: acts.takeOut,
    removeTitle: t(
      (whom: string, role: string) => `将${whom}移出“${role}”？`,
      (whom, role) => `Take ${whom} out of “${role}”?`,
    ),
    removeText: t(
      '移出后 1 秒内失去该角色的权限；不再拥有任何角色的用户将不能进入控制台。',
      'They lose the permissions of the role within 1 second; those left without any role can no longer enter the console.',
    ),
    whom: t(
      (name: string) => `“${name}”`,
      name => `“${name}”`,
    ),
    many: t(named.people, users),
    removed: t(
      (count: number) => `已移出 ${count} 人`,
      count => `${users(count)} taken out`,
    ),
    none: t('该角色还没有用户', 'This role has no users yet'),
    noneHint: t('添加用户后，他们立即获得该角色的权限。', 'Users who are added have the permissions of the role at once.'),
  },
  compare: {
    title: t('比较两个角色', 'Compare two roles'),
    only: t(
      (name: string, count: number) => `仅“${name}”有（${count}）`,
      (name, count) => `Only in “${name}” (${count})`,
    ),
    both: t(
      (count: number) => `共有（${count}）`,
      count => `In both (${count})`,
    ),
    none: states.none,
  },
  auth: {
    title: t(
      (name: string) => `设置“${name}”的权限`,
      name => `Set the permissions of “${name}”`,
    ),
    description: t(
      '勾选该角色可以使用的菜单与按钮。右侧随时列出与保存前相比的变化。',
      'Tick the menus and buttons this role may use. On the right you see at any time what has changed since it was last saved.',
    ),
    none: problems.roleNotChosen,
    noneHint: t('请从角色管理中打开“权限”。', 'Open the permissions of a role from the list of roles.'),
    superTitle: t('超级管理员拥有全部权限', 'The super administrator has all permissions'),
    superHint: t('该角色的权限由系统固定，不能修改。', 'The permissions of this role are fixed and cannot be changed.'),
    back: t('返回角色列表', 'Back to roles'),
    copyFrom: t('从其他角色复制…', 'Copy from role…'),
    copyLabel: t('从角色复制', 'Copy from a role'),
    higher: t(
      '该角色包含您未持有的权限，只能查看，不能修改。',
      'This role includes permissions you do not hold, so you can see it but not change it.',
    ),
    unchangedHint: t(
      '勾选或取消左侧的菜单与按钮，这里会列出得失。',
      'Tick or untick menus and buttons on the left to see here what is gained and lost.',
    ),
    affects: t(
      (people: number) =>
        people > 0 ? `影响 ${people} 名用户，保存后 1 秒内生效，无需重新登录。` : '该角色还没有用户，保存后对任何人都没有影响。',
      people =>
        people > 0
          ? `Affects ${users(people)}; takes effect within 1 second of saving, without signing in again.`
          : 'This role has no users yet, so saving affects nobody.',
    ),
    save: acts.save,
    confirmTitle: t(
      (name: string) => `保存“${name}”的权限？`,
      name => `Save the permissions of “${name}”?`,
    ),
    confirmText: t(
      (gained: number, lost: number, people: number) => `新增 ${gained} 项，移除 ${lost} 项，影响 ${people} 名用户，1 秒内生效。`,
      (gained, lost, people) => `${gained} added, ${lost} removed; affects ${users(people)}, within 1 second.`,
    ),
    stale: t('该角色的权限已被他人修改', 'Somebody else has changed the permissions of this role'),
  },
} as const
