/** Namespaces by the prefix that Hufu writes them with. */
export const NS = {
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
  md: 'urn:oasis:names:tc:SAML:2.0:metadata',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  xenc11: 'http://www.w3.org/2009/xmlenc11#',
  alg: 'urn:oasis:names:tc:SAML:metadata:algsupport',
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const
export type Prefix = keyof typeof NS

export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const ENVELOPED = `${NS.ds}enveloped-signature`
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const SHA256 = `${NS.xenc}sha256`

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  soap: 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP',
} as const
export type Binding = keyof typeof bindings

export const nameFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const
export const ENTITY_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'
/** The URI of a first-level or second-level status code (SAML core, 3.2.2.2). */
export const statusUri = (name: string): string => `${STATUS}${name}`
