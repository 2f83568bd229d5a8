/** The encoding by the byte order mark, or by a first `<` in UTF-16 (XML 1.0, 4.3.3 and appendix F). */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : 'utf-8'
}

/** Decodes text in UTF-8 or UTF-16 without its byte order mark; malformed text throws if it is read strictly. */
export const decodeText = (bytes: Uint8Array, { isStrict }: { isStrict: boolean }): string =>
  new TextDecoder(encodingOf(bytes), { fatal: isStrict }).decode(bytes)
