/** The door of this feature for others (house rule 3). */
export { giftsOf, giveTo, lockGifts, type Gift } from './give.sql.ts'
