/** Another where two benches run on one machine. */
export const PORT = process.env.HUFU_BENCH_PORT ?? '8199'

/** Everything the measured server is started with; the bench sets nothing that production would not. */
export const serverEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  // As start.mjs does.
  NODE_COMPILE_CACHE: 'node_modules/.cache/hufu',
  HUFU_DATA: folder,
  HUFU_PORT: PORT,
  HUFU_RATE_LIMIT: '0',
  HUFU_FIXED_CAPTCHA: 'ABCD',
  HUFU_LOG: process.env.HUFU_LOG ?? 'error',
})
