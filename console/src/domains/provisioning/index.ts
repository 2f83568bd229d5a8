/** Loaded when there is a run to show. */
export const loadLastRuns = () => import('./sync/list/last-runs.tsx')
