import type { ButtonOn, Page } from '@hufu/contract/buttons'
import { text } from './text.ts'

const words = text.editor.sets

/** Pages, each with the buttons that belong to the set. */
type Pages = { readonly [P in Page]?: readonly ButtonOn<P>[] }
export interface ShippedPreset {
  key: string
  label: string
  pages: Pages
}

const userMaintenance = ['add-user', 'edit-user', 'user-detail', 'batch-save', 'user-status', 'transfer-user', 'remove-job', 'sort-user', 'import-user', 'export-user', 'recover-user', 'view-org'] as const // prettier-ignore
const orgMaintenance = ['view-org', 'add-org', 'edit-org', 'org-status', 'sort-org', 'export-org'] as const
const signInSupport = ['user-detail', 'reset-password', 'reset-factor'] as const

/** The usual sets of rights of delegated administrators, without irreversible operations and without the right to delegate. */
export const shippedPresets: readonly ShippedPreset[] = [
  {
    key: 'department',
    label: words.department,
    pages: {
      '/wel/index': [],
      '/organiz/index': [...userMaintenance, ...signInSupport, 'add-org', 'edit-org', 'org-status', 'sort-org'],
      '/organiz/org-list': orgMaintenance,
      '/organiz/work-group': ['add-group', 'edit-group', 'group-status', 'group-user'],
      '/audit/loginLog': [],
      '/system/incorrectLoginIndex': ['unlock'],
    },
  },
  {
    key: 'personnel',
    label: words.personnel,
    pages: {
      '/wel/index': [],
      '/organiz/index': [...userMaintenance, 'certify-user', 'reveal-user'],
      '/organiz/org-list': ['view-org', 'export-org'],
      '/organiz/user-label': ['add-label', 'edit-label', 'label-status', 'label-user'],
    },
  },
  {
    key: 'desk',
    label: words.desk,
    pages: {
      '/wel/index': [],
      '/organiz/index': signInSupport,
      '/audit/getPage': ['kick'],
      '/audit/loginLog': [],
      '/system/incorrectLoginIndex': ['unlock'],
    },
  },
  {
    key: 'grants',
    label: words.grants,
    pages: {
      '/wel/index': [],
      '/organiz/index': ['user-detail'],
      '/app/user': ['add-app-user', 'remove-app-user', 'app-account', 'app-user-status', 'export-app-user'],
      '/authorize/auth-group': ['auth', 'auth-target'],
      '/authorize/index': ['grant', 'revoke', 'export-grant'],
    },
  },
  {
    key: 'reviews',
    label: words.reviews,
    pages: { '/wel/index': [], '/examine/review-org': ['examine-org'], '/examine/review-user': ['examine-user'] },
  },
]
