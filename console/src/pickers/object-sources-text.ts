import { acts, fields, named } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

export const text = {
  title: fields.source,
  list: t('来源列表', 'Sources'),
  none: t('没有同步来源', 'No source'),
  noneHint: t('由本系统维护，所有字段都可以修改。', 'Kept in this system: every field can be changed.'),
  name: fields.source,
  origin: t('来源中的标识', 'ID in the source'),
  owner: t('主要来源', 'Main source'),
  state: fields.status,
  linked: t('已关联', 'Linked'),
  gone: t(
    (since: string | null, runs: number) => `${since ?? ''} 起来源中不存在（${runs} 次）`,
    (since, runs) => `Not in the source since ${since ?? ''} (${plural(runs, 'run')})`,
  ),
  disabled: t('已由同步停用', 'Disabled by synchronisation'),
  lastSeen: t('最近读取', 'Last read'),
  owned: t('维护的字段', 'Fields it keeps'),
  ownedHint: t(
    '由来源维护的字段在下次同步时恢复为来源的值。',
    'Fields kept by a source go back to its value when it is synchronised next.',
  ),
  nothingOwned: t('只关联，不维护字段', 'Linked only, keeps no field'),
  acts: fields.operation,
  readNow: t('立即同步', 'Synchronise now'),
  readNowOf: t(
    (source: string) => `立即同步 ${source}`,
    source => `Synchronise now ${source}`,
  ),
  reading: t(
    (source: string) => `从“${source}”同步此人`,
    source => `Synchronising this user from “${source}”`,
  ),
  change: t('更改关联', 'Change link'),
  changeOf: t(
    (source: string) => `更改关联 ${source}`,
    source => `Change link ${source}`,
  ),
  relink: {
    title: t(
      (source: string) => `更改与“${source}”的关联`,
      source => `Change the link with “${source}”`,
    ),
    action: t(
      (originId: string) => `来源中的“${originId}”`,
      originId => `“${originId}” in the source`,
    ),
    actions: {
      link: t('是另一个用户', 'is another user'),
      again: t('按识别规则重新识别', 'is to be recognised again by the rules'),
      ignore: t('忽略，不再同步', 'is ignored, no longer synchronised'),
    },
    target: t('关联到', 'Link to'),
    choose: acts.chooseUser,
    effects: t('后果', 'Effects'),
    fields: named.listed,
    freed: t(
      (fields: string) => `此人的${fields}不再由该来源维护，保持现在的值，可以在本系统修改。`,
      fields => `The source no longer keeps these fields of this user: ${fields}. They stay as they are and can be changed here.`,
    ),
    originId: t(
      (originId: string) => `此人的原系统ID“${originId}”被清除。`,
      originId => `The source system ID “${originId}” of this user is cleared.`,
    ),
    staysDisabled: t('此人已由同步停用，不会自动启用。', 'This user was disabled by synchronisation and is not enabled by itself.'),
    next: {
      link: t('下次同步按来源的值修改所选用户。', 'The next synchronisation changes the chosen user to the values of the source.'),
      again: t(
        '下次同步时可能关联、进入待处理冲突，或新增为另一个用户。',
        'The next synchronisation may link it, make it a conflict, or add it as another user.',
      ),
      ignore: t(
        '以后的同步跳过来源中的这一行，不新增也不修改。',
        'Synchronisation passes over this row of the source from now on, neither adding nor changing anything.',
      ),
    },
    exchanged: t(
      '所选用户若已关联来源中的另一行，两人的关联互换。',
      'If the chosen user is linked with another row of the source, the two links are exchanged.',
    ),
    ok: t('更改', acts.modify),
    done: t('关联已更改，下次同步时生效', 'Link changed; takes effect at the next synchronisation'),
  },
  ownedBy: t(
    (name: string) => `由「${name}」维护，在此不能修改`,
    name => `Kept by “${name}”, cannot be changed here`,
  ),
  ownedUntil: t(
    (name: string) => `由「${name}」维护，修改保留到下次同步`,
    name => `Kept by “${name}”, a change lasts until the next synchronisation`,
  ),
} as const
