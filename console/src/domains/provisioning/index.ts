/** Loaded when there is a run to show. */
export const loadLastRuns = () => import('./sync/last-runs.tsx')
