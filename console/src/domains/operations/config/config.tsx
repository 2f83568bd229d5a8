import { lazyComponent } from '../../../platform/lazy-component.tsx'

/** What settings were before, by whom they were changed: the door of this feature for others (house rule 3). */
export const ConfigChanges = lazyComponent(() => import('./changes-dialog.tsx'))
