import { later } from '../../kernel/later.tsx'
import type { ChangesAsked } from './changes-dialog.tsx'

const ChangesDialog = later(() => import('./changes-dialog.tsx'))

/** What settings were before, by whom they were changed: the door of this feature for others (house rule 3). */
export const ConfigChanges = (props: { query: ChangesAsked; onClose: () => void }) => <ChangesDialog {...props} />
