/** The port; another one is needed if two benches run on one machine. */
export const PORT = process.env.HUFU_BENCH_PORT ?? '8199'

/** The environment of the measured server: a fixed captcha and no rate limit, otherwise as in production. */
export const serverEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  // The same cache as start.mjs uses.
  NODE_COMPILE_CACHE: 'node_modules/.cache/hufu',
  HUFU_DATA: folder,
  HUFU_PORT: PORT,
  HUFU_RATE_LIMIT: '0',
  HUFU_FIXED_CAPTCHA: 'ABCD',
  HUFU_LOG: process.env.HUFU_LOG ?? 'error',
})
