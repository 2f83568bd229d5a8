/** What the server is started with. */
export const serverFlags = [
  // Room for young objects: what one request makes is gone before it is collected. With 4 MB a page of people is answered
  // a sixth less often and more of it grows old, with V8's own default the heap ends larger (bench, docs/decisions/cost.md, 0037).
  '--max-semi-space-size=16',
  // The heap is looked through when it is 1.8 times what was alive, not up to four times: a busy server is 50 MB smaller and
  // answers as often.
  '--heap-growing-percent=80',
]
