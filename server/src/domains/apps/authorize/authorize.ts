/** The door of this feature for others (house rule 3). */
export { giftsOf, giveTo, holdGifts, type Gift } from './give.sql.ts'
