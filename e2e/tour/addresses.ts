import { builtScreens } from '@hufu/contract/built-screens'
import { ids } from './world.ts'

/** Addresses of screens that show one record. */
const addressOfOne = (): Readonly<Record<string, string>> => ({
  '/app/detail': `/app/detail?id=${ids.app}`,
  '/app/authority': `/app/authority?appId=${ids.app}`,
  '/app/relatedUser': `/app/relatedUser?appId=${ids.app}&roleId=${ids.appRole}`,
  '/app/user': `/app/user?appId=${ids.app}`,
  '/app/appSetting': `/app/appSetting?appId=${ids.app}`,
  '/organiz/user/:id': `/organiz/user/${ids.person}`,
  '/organiz/detail': `/organiz/detail?id=${ids.person}`,
  '/organiz/orgDetail': `/organiz/orgDetail?id=${ids.org}`,
  '/organiz/grade-admin': `/organiz/grade-admin?orgId=${ids.org}`,
  '/organiz/stripe': `/organiz/stripe?stripeId=${ids.line}`,
  '/authorize/authorize': `/authorize/authorize?id=${ids.authGroup}`,
  '/devops/workflow/design': `/devops/workflow/design?id=${ids.workflow}`,
  '/system/authSystemRole': `/system/authSystemRole?id=${ids.role}`,
})

/** The address of a screen, with a record of the world if it shows one. */
export const addressOf = (screen: string): string => addressOfOne()[screen] ?? screen

export const everyAddress = (): { screen: string; address: string }[] =>
  builtScreens.map(screen => ({ screen, address: addressOf(screen) }))
