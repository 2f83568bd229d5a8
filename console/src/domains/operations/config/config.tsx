import { lazyComponent } from '../../../platform/lazy-component.tsx'

/** What settings were before, by whom they were changed. */
export const ConfigChanges = lazyComponent(() => import('./changes-dialog.tsx'))
