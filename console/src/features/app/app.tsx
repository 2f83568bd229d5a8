import './app.css'

/** The door of this feature for others (house rule 3). */
export { AppMark } from './app-mark.tsx'
