/** What the server is started with. */
export const serverFlags = [
  // Room for young objects: what one request makes is gone before it is collected. With 4 MB a page of people is answered
  // a sixth less often and more of it grows old, with V8's own default the heap ends larger (bench, docs/decisions/0037).
  '--max-semi-space-size=16',
]
