/** The address of the page of a user or an organisation. */
export const placeOf = ({ objectType, objectId }: { objectType: 'org' | 'user'; objectId: string | null }): string =>
  objectType === 'user' ? `/organiz/detail?id=${objectId}` : `/organiz/orgDetail?id=${objectId}`
