import type { Path } from '@hufu/contract/apps/access'

const kinds: Readonly<Record<Path['subjectType'], string>> = {
  user: '直接授权',
  org: '机构',
  label: '用户标签',
  workGroup: '工作组',
  post: '岗位',
  stripe: '条线',
}

const subjectOf = ({ subjectType, subjectName }: Path) =>
  subjectType === 'user' ? kinds.user : `${kinds[subjectType]}：${subjectName ?? ''}`

/** `权限组 一线民警（机构：市公安局）`, `直接授权`. */
export const sourceOf = (path: Path): string =>
  path.groupName === null ? subjectOf(path) : `权限组 ${path.groupName}（${subjectOf(path)}）`
