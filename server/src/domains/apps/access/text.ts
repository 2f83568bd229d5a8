import type { Path } from '@hufu/contract/apps/access'
import { fields, states, things } from '@hufu/contract/text'

const kinds: Readonly<Record<Path['subjectType'], string>> = {
  user: states.grantedDirectly,
  org: things.org,
  label: things.userLabel,
  workGroup: things.workGroup,
  post: fields.post,
  stripe: things.businessLine,
}

const subjectOf = ({ subjectType, subjectName }: Path) =>
  subjectType === 'user' ? kinds.user : `${kinds[subjectType]}：${subjectName ?? ''}`

/** `权限组 一线民警（机构：市公安局）`, `直接授权`. */
export const sourceOf = (path: Path): string =>
  path.groupName === null ? subjectOf(path) : `权限组 ${path.groupName}（${subjectOf(path)}）`
