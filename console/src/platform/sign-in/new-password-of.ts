const KEY = 'hufu-new-password-of'

/** The account whose password was just changed in this tab, for the sign-in page to ask for the new one once. */
export const newPasswordOf = {
  keep: (userName: string): void => sessionStorage.setItem(KEY, userName),
  take: (): string => {
    const userName = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return userName
  },
}
