import { userLabel } from '@hufu/contract/label'
import { standing } from '@hufu/contract/standing'
import { workGroup } from '@hufu/contract/work-group'
import type { Job } from '@hufu/contract/user'
import { useCall } from '../../kernel/calls.ts'
import { text } from './text.ts'

const FRESH_MS = 300_000

/** Rank, title, duty and post: the four things a job may carry, by the field of a job that holds each. */
export const jobFields = [
  { field: 'rankId', label: text.fields.rank, call: standing.rank.list },
  { field: 'positionalTitlesId', label: text.fields.positionalTitles, call: standing.title.list },
  { field: 'positionId', label: text.fields.position, call: standing.duty.list },
  { field: 'stationId', label: text.fields.station, call: standing.post.list },
] as const
export type JobField = (typeof jobFields)[number]['field']

export const useStandings = (call: (typeof jobFields)[number]['call']) => useCall(call, { staleTime: FRESH_MS })
export const useLabels = () => useCall(userLabel.list, { staleTime: FRESH_MS })
export const useWorkGroups = () => useCall(workGroup.list, { staleTime: FRESH_MS })

/** What the four are called in a job, by their field. */
export function useJobWords(): (job: Job) => Record<JobField, string | undefined> {
  const lists = {
    rankId: useStandings(standing.rank.list).data,
    positionalTitlesId: useStandings(standing.title.list).data,
    positionId: useStandings(standing.duty.list).data,
    stationId: useStandings(standing.post.list).data,
  }
  const nameOf = (field: JobField, job: Job) => lists[field]?.find(one => one.id === job[field])?.name
  return job => ({
    rankId: nameOf('rankId', job),
    positionalTitlesId: nameOf('positionalTitlesId', job),
    positionId: nameOf('positionId', job),
    stationId: nameOf('stationId', job),
  })
}
