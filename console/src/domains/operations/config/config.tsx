import { lazyComponent } from '../../../platform/lazy-component.tsx'

/** The history of settings, with who changed them. */
export const ConfigChanges = lazyComponent(() => import('./changes-dialog.tsx'))
