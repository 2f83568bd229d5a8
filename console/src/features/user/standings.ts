import { standing } from '@hufu/contract/standing'
import { workGroup } from '@hufu/contract/work-group'
import type { Job } from '@hufu/contract/user'
import { useCall } from '../../kernel/calls.ts'
import { text } from './text.ts'

const FRESH_MS = 300_000

/** Rank, title, duty and post: the four things a job may carry, by the field of a job that holds each. */
export const jobFields = [
  { field: 'rankId', label: text.fields.rank, call: standing.ranks },
  { field: 'positionalTitlesId', label: text.fields.positionalTitles, call: standing.titles },
  { field: 'positionId', label: text.fields.position, call: standing.duties },
  { field: 'stationId', label: text.fields.station, call: standing.posts },
] as const
export type JobField = (typeof jobFields)[number]['field']

export const useStandings = (call: (typeof jobFields)[number]['call']) => useCall(call, { staleTime: FRESH_MS })
export const useWorkGroups = () => useCall(workGroup.list, { staleTime: FRESH_MS })
export const useLabels = () => useCall(standing.labels, { staleTime: FRESH_MS })

/** What the four are called in a job, by their field. */
export function useJobWords(): (job: Job) => Record<JobField, string | undefined> {
  const lists = {
    rankId: useStandings(standing.ranks).data,
    positionalTitlesId: useStandings(standing.titles).data,
    positionId: useStandings(standing.duties).data,
    stationId: useStandings(standing.posts).data,
  }
  const nameOf = (field: JobField, job: Job) => lists[field]?.find(one => one.id === job[field])?.name
  return job => ({
    rankId: nameOf('rankId', job),
    positionalTitlesId: nameOf('positionalTitlesId', job),
    positionId: nameOf('positionId', job),
    stationId: nameOf('stationId', job),
  })
}
