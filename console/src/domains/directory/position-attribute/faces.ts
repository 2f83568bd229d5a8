import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'

/** The four kinds in the order of their cards: the address of each and its count in the overview. */
export const faces = [
  { kind: 'rank', path: '/organiz/rank', count: 'rank', filter: 'rankId' },
  { kind: 'title', path: '/organiz/positionalTitles', count: 'positionalTitles', filter: 'positionalTitlesId' },
  { kind: 'duty', path: '/organiz/position', count: 'position', filter: 'positionId' },
  { kind: 'post', path: '/organiz/station', count: 'station', filter: 'stationId' },
] as const satisfies readonly { kind: PositionAttributeKind; path: string; count: string; filter: string }[]
export type FaceOf = (typeof faces)[number]
