import { later } from '../../../platform/later.tsx'

/** What settings were before, by whom they were changed: the door of this feature for others (house rule 3). */
export const ConfigChanges = later(() => import('./changes-dialog.tsx'))
