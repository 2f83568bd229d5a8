/**
 * Whether a grant holds just now. resting: something above it does not hold, or no longer reaches its organisation.
 */
export const delegationStates = ['live', 'waiting', 'ended', 'disabled', 'resting'] as const
export type DelegationState = (typeof delegationStates)[number]
