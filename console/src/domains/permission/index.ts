export { SeparationNotice } from './separation/separation.tsx'
