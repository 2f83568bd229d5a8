/** Comes when there is a run to be told of. */
export const loadLastRuns = () => import('./sync/last-runs.tsx')
