import { type ObjectType, type PendingOn, review } from '@hufu/contract/governance/review'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { fetchData, keyOf } from '../../platform/calls.ts'
import { Tag } from '../../ui/tag.tsx'
import { PendingLink } from './pending-link.tsx'
import { text } from './review-text.ts'
import './review.css'

interface Props {
  objectType: ObjectType
  id: string
  name: string
  /** The time the list was read: a new read asks again. */
  since: number
}

/** A tag beside a record with an open request, which it opens. */
export default function PendingTag({ objectType, id, name, since }: Props) {
  const { data } = useQuery({
    queryKey: keyOf(review.pendingAmong, objectType, id, since),
    queryFn: async () => (await pendingOf(objectType, id)) ?? null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!data) return null
  const sentence = text.told(data.applyUser, data.operateType, data.applyTime)
  return (
    <PendingLink
      objectType={objectType}
      of={data}
      className="chip chip-warn pending-tag"
      title={sentence}
      label={text.tagOf(name)}
      otherwise={
        <span title={sentence}>
          <Tag tone="warn">{text.tag}</Tag>
        </span>
      }
    >
      {text.tag}
    </PendingLink>
  )
}

type Answers = Promise<Map<string, PendingOn>>
const waiting = new Map<ObjectType, { ids: string[]; answers: Answers }>()

/** Concurrent questions of the rows of a list become one call. */
async function pendingOf(objectType: ObjectType, id: string): Promise<PendingOn | undefined> {
  const batch = waiting.get(objectType) ?? startBatch(objectType)
  batch.ids.push(id)
  return (await batch.answers).get(id)
}

function startBatch(objectType: ObjectType) {
  const ids: string[] = []
  const ask = async () => {
    await new Promise(resolve => setTimeout(resolve))
    waiting.delete(objectType)
    const found = await fetchData(review.pendingAmong, { query: { objectType, ids: [...new Set(ids)] }, quietly: true })
    return new Map(found.map(one => [one.objectId, one]))
  }
  const batch = { ids, answers: ask() }
  waiting.set(objectType, batch)
  return batch
}
