/** Whether a delegation is in force now. resting: one it derives from is not in force, or no longer covers its organisation. */
export const delegationStates = ['live', 'waiting', 'ended', 'disabled', 'resting'] as const
export type DelegationState = (typeof delegationStates)[number]
