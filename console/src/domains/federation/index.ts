/** Loaded when the tab is opened. */
export const loadProviderTab = () => import('./identity-provider/provider-tab.tsx')
