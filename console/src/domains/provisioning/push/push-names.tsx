import type { PushName } from '@hufu/contract/provisioning/push'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './push-text.ts'

/** The first objects concerned, each with what would be pushed. */
export function PushNames({ of }: { of: readonly PushName[] }) {
  if (of.length === 0) return null
  return (
    <ul className="push-names" aria-label={text.first}>
      {of.map(({ objectType, operateType, id, name }) => (
        <li key={`${objectType}${id}`}>
          <Tag tone={operateType === 'delete' ? 'bad' : 'plain'}>{text.operates[operateType]}</Tag> {text.objects[objectType]} {name}
        </li>
      ))}
    </ul>
  )
}
