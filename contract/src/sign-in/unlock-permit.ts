import { button } from '../call.ts'

/** In a file apart from its call, so that a list can check it without loading the schemas of the locks page. */
export const unlockPermit = button(['/system/incorrectLoginIndex'], 'unlock')
