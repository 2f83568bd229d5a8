import { allCalls } from '@hufu/contract/calls'
import { openapi } from '@hufu/contract/federation/openapi'
import { openApiOf } from '../../../platform/http/openapi.ts'
import { Download, feature, singleChunk } from '../../../platform/http/context.ts'
import { version } from '../../../platform/version.ts'
import { pageOf, pagePolicy } from './page.ts'

let document: ReturnType<typeof openApiOf> | undefined
/** Built at the first request, because that takes some milliseconds and hardly anybody asks for it. */
const theDocument = () => (document ??= openApiOf(allCalls, version))

const shown = (fileName: string, contentType: string, text: string, policy?: string) => {
  const bytes = Buffer.from(text)
  return new Download({
    fileName,
    contentType,
    size: bytes.length,
    bytes: singleChunk(bytes),
    inline: true,
    ...(policy !== undefined && { policy }),
  })
}

export const openapiFeature = feature('openapi', openapi, {
  json: () => shown('openapi.json', 'application/json; charset=utf-8', JSON.stringify(theDocument(), null, 2)),
  page: () => shown('docs.html', 'text/html; charset=utf-8', pageOf(theDocument()), pagePolicy),
})
