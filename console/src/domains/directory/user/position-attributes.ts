import { userLabel } from '@hufu/contract/directory/label'
import { positionAttributeList } from '@hufu/contract/directory/position-attribute-list'
import { workGroup } from '@hufu/contract/directory/work-group'
import type { Job } from '@hufu/contract/directory/user'
import { useCall } from '../../../platform/calls.ts'
import { text } from './text.ts'

const FRESH_MS = 300_000

/** Rank, title, duty and post, by the field of a job that holds each. */
export const jobFields = [
  { field: 'rankId', label: text.fields.rankId, call: positionAttributeList.rank },
  { field: 'positionalTitlesId', label: text.fields.titleId, call: positionAttributeList.title },
  { field: 'positionId', label: text.fields.dutyId, call: positionAttributeList.duty },
  { field: 'stationId', label: text.fields.postId, call: positionAttributeList.post },
] as const
export type JobField = (typeof jobFields)[number]['field']

export const usePositionAttributes = (call: (typeof jobFields)[number]['call']) => useCall(call, { staleTime: FRESH_MS })
export const useLabels = () => useCall(userLabel.list, { staleTime: FRESH_MS })
export const useWorkGroups = () => useCall(workGroup.list, { staleTime: FRESH_MS })

/** The names of a job's position attributes, by field. */
export function useJobWords(): (job: Job) => Record<JobField, string | undefined> {
  const lists = {
    rankId: usePositionAttributes(positionAttributeList.rank).data,
    positionalTitlesId: usePositionAttributes(positionAttributeList.title).data,
    positionId: usePositionAttributes(positionAttributeList.duty).data,
    stationId: usePositionAttributes(positionAttributeList.post).data,
  }
  const nameOf = (field: JobField, job: Job) => lists[field]?.find(one => one.id === job[field])?.name
  return job => ({
    rankId: nameOf('rankId', job),
    positionalTitlesId: nameOf('positionalTitlesId', job),
    positionId: nameOf('positionId', job),
    stationId: nameOf('stationId', job),
  })
}
