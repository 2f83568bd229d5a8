const SEPARATOR = '\u0001'

/** The RDNs of a distinguished name from the left, normalised so that case, blanks and escapes make no difference (RFC 4514). */
export function partsOf(dn: string): string[] {
  return splitUnescaped(dn, ',').map(part =>
    splitUnescaped(part, '+')
      .map(pair => {
        const [name = '', ...value] = splitUnescaped(pair, '=')
        return `${plain(name)}=${plain(value.join('='))}`
      })
      .toSorted()
      .join('+'),
  )
}

/** Splits at each unescaped occurrence of a character. */
function splitUnescaped(text: string, at: string): string[] {
  const pieces: string[] = ['']
  for (const [token] of text.matchAll(/\\[0-9a-f]{2}|\\?[^\\]|\\\\|\\$/gis)) {
    if (token === at) pieces.push('')
    else pieces[pieces.length - 1] += token
  }
  return pieces
}

const plain = (text: string): string =>
  text
    .trim()
    .replaceAll(
      /(?:\\[0-9a-f]{2})+|\\(.)/gis,
      (run, character?: string) => character ?? Buffer.from(run.replaceAll('\\', ''), 'hex').toString(),
    )
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

/** Ids of a directory's organisations by their DN. Rows name parents by id, because a move changes the DN and not the id. */
export class OrgTree {
  readonly #ids = new Map<string, string>()

  add(dn: string, id: string): void {
    this.#ids.set(partsOf(dn).join(SEPARATOR), id)
  }

  /** The id of the nearest organisation above an entry; containers that are no organisations are skipped. */
  above(dn: string): string | undefined {
    const parts = partsOf(dn)
    for (let at = 1; at < parts.length; at++) {
      const id = this.#ids.get(parts.slice(at).join(SEPARATOR))
      if (id !== undefined) return id
    }
    return undefined
  }
}
