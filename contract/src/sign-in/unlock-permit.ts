import { button } from '../call.ts'

/** Apart from its call, so that a list can ask for it without the shapes of the page of locks. */
export const unlockPermit = button(['/system/incorrectLoginIndex'], 'unlock')
